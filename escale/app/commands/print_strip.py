"""A lesson for print: every step as a still picture with its number, words and rules.

As a page (`html`) each step keeps together with its picture, questions stand below them and the
answers on the last sheet, with the rules; as one tall picture (`svg`) it goes into a document of
the teacher's own. Both need nothing but themselves.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from typing import NamedTuple

from escale.draw.scene import Layout, Scene, scenes
from escale.draw.svg import draw_captions, draw_pieces, house_style, layout_for
from escale.session.about import about
from escale.teach.languages import FALLBACK
from escale.teach.lesson import Lesson, Question, Step
from escale.teach.rulebook import rulebook
from escale.teach.words import TERMINAL
from escale.widgets import lesson_frames

from ..stills import MARKS, marks

WIDTH = 1000  # of the container whose layout is printed, in pixels
LETTERS = "ABCDEFGH"

say = TERMINAL.part("strip").say


class Shown(NamedTuple):
    """One step and its picture."""

    number: int
    step: Step
    picture: str


def page(lesson: Lesson, lang: str) -> str:
    """The strip as one self-contained page, ready to be printed."""
    game, title = lesson.game, escape(lesson.title[lang])
    layout = _layout(lesson)
    box = f"0 0 {layout.width:g} {layout.height:g}"
    figures = "".join(
        f'<figure><svg class="es-picture es-{game.id}" data-theme="light" viewBox="{box}" '
        f'role="img" aria-label="{escape(step.title[lang])}">{picture}</svg>'
        f"<figcaption><b>{number}</b><h2>{escape(step.title[lang])}</h2>"
        f"<p>{escape(step.text[lang])} {_ids(step)}</p>"
        f"{_asked(step.question, lang)}</figcaption></figure>"
        for number, step, picture in _shown(lesson, layout, lang)
    )
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_style(lesson)}</style></head><body>"
        f'<svg class="defs es-picture es-{game.id}" data-theme="light" aria-hidden="true"><defs>'
        f"{scenes(game).symbols()}</defs></svg>"
        f"<header><h1>{title}</h1><p>{escape(about(game).title(lang))} · "
        f"{escape(lesson.about[lang])}</p>"
        f'</header><main>{figures}</main><section class="last">{_answers(lesson, lang)}'
        f"{_rules(lesson, lang)}</section></body></html>\n"
    )


def picture(lesson: Lesson, lang: str) -> str:
    """The strip as one tall SVG."""
    game, layout = lesson.game, _layout(lesson)
    width, parts, y = layout.width, [], 66.0
    for number, step, drawn in _shown(lesson, layout, lang):
        y += 24
        parts.append(
            f'<circle cx="16" cy="{y - 7:g}" r="16" fill="#0b6e75"/><text x="16" y="{y - 1.5:g}" '
            f'text-anchor="middle" fill="#fff" font-size="17" font-weight="700">{number}</text>'
            f'<text x="42" y="{y:g}" font-size="22" font-weight="600">'
            f"{escape(step.title[lang])}</text>"
        )
        lines = textwrap.wrap(f"{step.text[lang]}  {' '.join(step.rules)}", int(width / 8.6))
        if step.question:
            lines += textwrap.wrap(f"? {step.question.text[lang]}", int(width / 8.6))
        for line in lines:
            y += 23
            parts.append(f'<text x="42" y="{y:g}" font-size="16">{escape(line)}</text>')
        y += 14
        parts.append(
            f'<svg y="{y:g}" width="{width:g}" height="{layout.height:g}" '
            f'viewBox="0 0 {width:g} {layout.height:g}">{drawn}</svg>'
        )
        y += layout.height + 26
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="es-picture es-{game.id}" '
        f'data-theme="light" viewBox="-20 0 {width + 40:g} {y:g}" width="{width + 40:g}" '
        f'height="{y:g}" font-family="Georgia,serif" fill="#22262b">'
        f"<style>{_style(lesson)}</style><defs>{scenes(game).symbols()}</defs>"
        f'<rect x="-20" width="{width + 40:g}" height="{y:g}" fill="#fff"/>'
        f'<text y="42" font-size="32" font-weight="600">{escape(lesson.title[lang])}</text>'
        f"{''.join(parts)}</svg>\n"
    )


def _layout(lesson: Lesson) -> Layout:
    return layout_for(lesson.game, len(lesson.players[FALLBACK]), WIDTH)


def _style(lesson: Lesson) -> str:
    sheet = files("escale.app.commands").joinpath("print_strip.css").read_text("utf-8")
    return house_style() + scenes(lesson.game).style() + MARKS + sheet


def _ids(step: Step) -> str:
    return " ".join(f"<small>{rule}</small>" for rule in step.rules)


def _shown(lesson: Lesson, layout: Layout, lang: str) -> Iterator[Shown]:
    before: Scene | None = None
    for number, step in enumerate(lesson.steps, start=1):
        scene = lesson_frames.picture_of(lesson, step, lang)
        marked = marks(step, scene, before or scene, layout)
        drawn = draw_pieces(lesson.game, scene, layout) + draw_captions(scene, layout)
        whole = f'{layout.scenery}{drawn}{layout.cover}<g class="es-marks">{marked}</g>'
        yield Shown(number, step, whole)
        before = scene


def _asked(question: Question | None, lang: str) -> str:
    if question is None:
        return ""
    options = "".join(f"<li>{escape(choice.label[lang])}</li>" for choice in question.choices)
    how = f"<ol>{options}</ol>" if options else f" <i>{say('on-the-table', lang)}</i>"
    return f'<div class="ask">{escape(question.text[lang])}{how}</div>'


def _answers(lesson: Lesson, lang: str) -> str:
    lines = []
    for number, step in enumerate(lesson.steps, start=1):
        if step.question is None:
            continue
        targets = lesson_frames.picture_of(lesson, step, lang).targets
        labels = {key: target.label for key, target in targets.items()}
        answer = escape(step.question.solution(step, lesson, lang, labels))
        letters = zip(LETTERS, step.question.choices, strict=False)
        letter = next((f"{letter}: " for letter, choice in letters if choice.right), "")
        lines.append(f"<li value={number}>{letter}{answer}</li>")
    return f"<h2>{say('answers', lang)}</h2><ol>{''.join(lines)}</ol>" if lines else ""


def _rules(lesson: Lesson, lang: str) -> str:
    named = {rule for step in lesson.steps for rule in step.rules}
    rows = "".join(
        f"<dt>{rule.id}{' · ' + say('ruling', lang) if rule.reason else ''}</dt>"
        f"<dd>{escape(rule.text[lang])}</dd>"
        for rule in rulebook(lesson.game)
        if rule.id in named
    )
    return f"<h2>{say('rules', lang)}</h2><dl>{rows}</dl>"
