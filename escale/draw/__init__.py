"""Pictures: what a scene is (what lies on the table and where), and its static SVG.

A game never draws. Its `scene.py` describes; from a scene and a layout come, by one path each, the
live stage, a lesson's frames, a static SVG and a PNG. Never imports a game: it is handed one.
"""
