"""What a rulebook, a sentence, a lesson and a question are. Never imports a game: it is handed one.

`rulebook` reads a game's rules with their ids, `texts` its sentences, `narrate` turns events into
what a person would say. `lesson` is the door to lessons: `lesson_file` reads their fields,
`lesson_outline` what is known without playing, `lesson_reader` plays them out, `captions` fills
their sentences, and `questions` has one class for each kind of question.
"""
