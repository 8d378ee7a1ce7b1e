"""What a rulebook, a sentence, a lesson and a question are. Never imports a game: it is handed one.

`rulebook` reads a game's rules with their ids, `texts` its sentences, `narrate` turns events into
what a person would say.
"""
