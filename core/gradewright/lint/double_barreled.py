"""The rule ``double-barreled``: one statement that makes two demands which could be judged apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gradewright.lint.clauses import SENTENCE_ENDS, Form, MainVerb, has_object, main_verb, sentences
from gradewright.lint.demand import Span
from gradewright.lint.tokens import Nfc, Token, tokens
from gradewright.lint.words import WordLists

CLAUSE_WORDS = 6
_JOINING = frozenset({"and", "or", ";", "as", "but"})


@dataclass(frozen=True, slots=True)
class _Joint:
    """Where two demands meet: the tokens from the joining word to the second verb, and who the second one is about.

    ``shares_subject`` is False where the second demand brings its own subject.
    """

    first: int
    verb: int
    shares_subject: bool = True


@dataclass(frozen=True, slots=True)
class Split:
    """Two demands in one statement: the joining words with the second verb, and the statement in parts.

    ``parts`` is empty where taking it apart would change what is asked ("or", a prohibition).
    """

    span: Span
    parts: tuple[str, ...] = ()


def _can_join(text: str) -> bool:
    """Whether a text has a word that joins at all, which most have not."""
    lowered = text.lower()
    joining = (" and", " or ", " as well as", "but also", ";", "/or ")
    return any(each in lowered for each in joining)


def double_demands(text: str, lists: WordLists, *, forbids: bool = False) -> list[Split]:
    """Return the sentences of a statement that make two demands, one entry a sentence, with the parts it can become.

    Two clauses or two main verbs joined by "and", "or", "as well as", "but also" or a semicolon fire; what is joined
    inside a condition, a relative clause, a quotation or an instruction that is passed on does not (grading-rubric
    specification, section 3). ``forbids`` is True for a must-not statement: there "or" can be taken apart and "and"
    not.
    """
    nfc = Nfc.of(text)
    if not _can_join(nfc.text):
        return []
    found: list[Split] = []
    for sentence in sentences(tokens(nfc.text, mask_brackets=True), nfc.text):
        split = _Sentence(nfc, sentence, lists, forbids=forbids).split()
        if split is not None:
            found.append(split)
    if len(found) != 1 or _sentence_count(nfc.text) > 1:
        return [Split(split.span) for split in found]
    return found


def second_demands(text: str, sentence: Sequence[Token], lists: WordLists) -> list[_Joint]:
    """Return where further demands begin in one sentence of an NFC text."""
    if not _can_join(text):
        return []
    return _Sentence(Nfc(text, None), sentence, lists).joints()


def _sentence_count(text: str) -> int:
    return sum(any(token.is_word for token in sentence) for sentence in sentences(tokens(text), text))


class _Sentence:
    """One sentence on its way to a verdict."""

    def __init__(self, nfc: Nfc, sentence: Sequence[Token], lists: WordLists, *, forbids: bool = False):
        self._nfc = nfc
        self._forbids = forbids
        self._lists = lists
        self._tokens = sentence
        self._fixed = lists.fixed_pairs.extents(nfc.text)
        self._verb_phrases = lists.verb_phrases.extents(nfc.text)

    def split(self) -> Split | None:
        """Return the finding of this sentence, or None."""
        verb = self._main_verb()
        joints = [] if verb is None else self._joints(verb)
        if verb is None or not joints:
            return None
        first, last = self._tokens[joints[0].first], self._tokens[joints[0].verb]
        span = Span(*self._nfc.original_span(first.start, last.end), words=self._nfc.text[first.start : last.end])
        return Split(span, self._parts(verb, joints))

    def joints(self) -> list[_Joint]:
        """Return where further demands begin."""
        verb = self._main_verb()
        return [] if verb is None else self._joints(verb)

    def _main_verb(self) -> MainVerb | None:
        return main_verb(self._tokens, self._after_lead_in(), self._lists)

    def _after_lead_in(self) -> int:
        """The place after an opening such as "True if", which is no part of the demand."""
        match = self._lists.lead_in.match(self._nfc.text, self._tokens[0].start)
        if match is None:
            return 0
        return next((i for i, token in enumerate(self._tokens) if token.start >= match.end()), len(self._tokens))

    def _joints(self, verb: MainVerb) -> list[_Joint]:
        """The places behind the main verb where a second demand begins."""
        joints: list[_Joint] = []
        opened = _Opened()
        place = verb.place + 1
        while place < len(self._tokens):
            width = self._joining_words(place)
            if width:
                joint = self._demand_after(place, place + width, verb, opened)
                if joint is not None:
                    joints.append(joint)
                    opened = _Opened()
                    place = joint.verb
            else:
                self._note(place, opened, verb)
            place += 1
        return joints

    def _joining_words(self, place: int) -> int:
        """How many tokens join here: 0 where none do, or where they are part of a fixed pair or a title."""
        token = self._tokens[place]
        if token.low not in _JOINING:
            return 0
        words = [token.low for token in self._tokens[place : place + 3]]
        if any(start <= token.start < end for start, end in self._fixed):
            return 0
        if words[0] == "and" and words[1:] == ["/", "or"]:
            return 3
        if words == ["as", "well", "as"]:
            return 3
        if words[:2] == ["but", "also"]:
            return 2
        if words[0] in {"and", "or", ";"} and not self._joins_names(place):
            return 1
        return 0

    def _joins_names(self, place: int) -> bool:
        """Whether capitals on both sides show a title or a pair of names."""
        around = self._tokens[place - 1 : place + 2 : 2]
        return len(around) == 2 and all(token.text[0].isupper() for token in around)

    def _note(self, place: int, opened: _Opened, verb: MainVerb) -> None:
        """Keep account of a clause or instruction that was opened and not closed yet."""
        token = self._tokens[place]
        tells = self._tokens[verb.place].low in self._lists.telling
        if tells and not opened.clause and token.low in self._lists.auxiliaries and place > verb.place + 1:
            # A clause without the word that opens it: "Says the plan is new".
            opened.clause = True
        if token.low in self._lists.subordinators:
            opened.clause, opened.waits_for_verb, opened.speaks = True, True, False
        elif opened.waits_for_verb and (token.low in self._lists.verbs.third or token.low in self._lists.auxiliaries):
            opened.waits_for_verb = False
            opened.speaks = token.low in self._lists.observable.third
        if token.low == "to" and place + 1 < len(self._tokens) and self._can_be_infinitive(place + 1):
            opened.instruction = True

    def _can_be_infinitive(self, place: int) -> bool:
        token = self._tokens[place]
        return token.low not in self._lists.determiners and not (token.text[0].isupper() or token.text[0].isdigit())

    def _demand_after(self, joint: int, place: int, verb: MainVerb, opened: _Opened) -> _Joint | None:
        """The second demand that begins at ``place``, if one does."""
        start = self._past_small_words(place)
        if start is None or start >= len(self._tokens):
            return None
        width, place = place - joint, start
        word = self._tokens[place].low
        lists = self._lists
        if word in lists.auxiliaries or word in lists.modals:
            return None if opened.clause or self._ends_after(place) else _Joint(joint, place)
        if self._fits(place, verb, opened, wide=width > 1):
            return _Joint(joint, place)
        if not opened.clause:
            second = self._clause_verb(place)
            if second is not None:
                return _Joint(joint, second, shares_subject=False)
        return None

    def _past_small_words(self, place: int) -> int | None:
        """Skip adverbs, and a condition or an aside between commas; None where nothing follows it."""
        found = self._tokens
        while place < len(found) and found[place].low in self._lists.adverbs:
            place += 1
        aside = place < len(found) and found[place].text == ","
        if aside or (place < len(found) and found[place].low in self._lists.conditions):
            comma = next((i for i in range(place + 1, len(found)) if found[i].text == ","), None)
            return None if comma is None else comma + 1
        adverb = place + 1 < len(found) and found[place].low.endswith("ly") and found[place].low not in self._verbs()
        return place + 1 if adverb else place

    def _verbs(self) -> frozenset[str]:
        return self._lists.verbs.base | self._lists.verbs.third

    def _ends_after(self, place: int) -> bool:
        following = self._tokens[place + 1 : place + 2]
        return not following or not following[0].is_word

    def _fits(self, place: int, verb: MainVerb, opened: _Opened, *, wide: bool) -> bool:
        """Whether the word at ``place`` is a verb in the main verb's form, and not inside what was opened before."""
        word, lists = self._tokens[place].low, self._lists
        if verb.form is Form.PAST:
            return word in lists.verbs.past and not opened.any and has_object(self._tokens, place, lists)
        # Behind an adjective no noun can be joined: "stays calm and offers help".
        adjective = place > 1 and self._tokens[place - 2].low in lists.quality
        if word in lists.noun_like and not wide and not adjective and not self._is_surely_verb(place):
            return False
        if word in lists.verbs.ing:
            return (verb.form is Form.ING or wide) and word in lists.observable.ing and not opened.any
        if verb.form is Form.THIRD and word in lists.verbs.third:
            return not opened.clause or (word in lists.observable.third and not opened.speaks)
        return verb.form is Form.BASE and word in lists.verbs.base and not opened.any

    def _is_surely_verb(self, place: int) -> bool:
        """Whether what follows a word that could be a noun shows that it is a verb."""
        start = self._tokens[place].start
        return has_object(self._tokens, place, self._lists) or any(begin == start for begin, _ in self._verb_phrases)

    def _clause_verb(self, place: int) -> int | None:
        """The verb of a clause with its own subject ("and the interval is …", "and it names …")."""
        lists, found = self._lists, self._tokens
        if found[place].low in lists.pronouns:
            finite = lists.verbs.third | lists.auxiliaries | lists.modals
            return place + 1 if place + 1 < len(found) and found[place + 1].low in finite else None
        if found[place].low not in lists.determiners or found[place].low in lists.subordinators:
            return None
        for second in range(place + 2, min(place + CLAUSE_WORDS, len(found))):
            word = found[second].low
            if word in lists.auxiliaries or word in lists.modals:
                return second
            if word in lists.verbs.third and (word not in lists.noun_like or self._is_surely_verb(second)):
                return second
            # "the tests pass": a plural and a verb that is seldom a noun.
            if found[second - 1].low.endswith("s") and word in lists.verbs.base - lists.noun_like:
                return second
            if not found[second].is_word or word in lists.subordinators or word in lists.determiners | lists.pronouns:
                return None
        return None

    def _with_commas(self, verb: MainVerb, joints: Sequence[_Joint]) -> list[_Joint]:
        """The joints, and the commas before them that part demands, too ("names X, states Y, and gives Z")."""
        commas = [
            _Joint(place, place + 1)
            for place in range(verb.place + 1, joints[0].first - 1)
            if self._tokens[place].text == "," and self._fits(place + 1, verb, _Opened(), wide=False)
        ]
        return [*commas, *joints]

    def _can_be_parted(self, joint: _Joint) -> bool:
        """Whether two statements say the same as one: what "or" joins would become two demands."""
        first, second = self._tokens[joint.first : joint.first + 2]
        joins = {"or", ";", ","} if self._forbids else {"and", ";", ","}
        return first.low in joins and second.text != "/"

    def _parts(self, verb: MainVerb, joints: Sequence[_Joint]) -> tuple[str, ...]:
        """The statement as one statement a demand; nothing where that would change what is asked."""
        text, found = self._nfc.text, self._tokens
        joints = self._with_commas(verb, joints)
        if not all(self._can_be_parted(joint) for joint in joints):
            return ()
        prefix = text[found[0].start : found[verb.place].start]
        if re.search(r"\b(?:not|never|no|cannot)\b|n['’]t\b|\bonly\b", prefix, re.IGNORECASE):
            return ()
        if found[verb.place].low in self._lists.auxiliaries and verb.place == 0:
            return ()
        end = found[-1].start if found[-1].text in SENTENCE_ENDS else found[-1].end
        close = text[end : end + 1] or ""
        bounds = [found[verb.place].start, *(found[joint.first].start for joint in joints)]
        starts = [None, *joints]
        parts: list[str] = []
        for number, joint in enumerate(starts):
            stop = bounds[number + 1] if number + 1 < len(bounds) else end
            begin = bounds[0] if joint is None else found[joint.first + 1].start
            body = text[begin:stop].strip(" ,;")
            own = joint is not None and not joint.shares_subject
            if len(body.split()) < 2:
                return ()
            sentence = body if own else prefix + body
            parts.append(sentence[:1].upper() + sentence[1:] + close)
        return tuple(parts)


@dataclass(slots=True)
class _Opened:
    """What was opened since the main verb: a dependent clause, or an instruction that is passed on.

    ``speaks`` tells that the clause's own verb is one that answers have too ("the sentence that names …"), so that a
    further such verb most likely belongs to it.
    """

    clause: bool = False
    instruction: bool = False
    waits_for_verb: bool = False
    speaks: bool = False

    @property
    def any(self) -> bool:
        """Whether anything is open."""
        return self.clause or self.instruction
