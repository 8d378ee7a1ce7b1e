"""The games: one folder each, with rules, texts, scene, lessons and what its opponents know."""
