"""A storyteller by script: each night another harbour, where another visitor joins."""

import json
import re

from tests.scripted.script import Script

HARBOURS = (
    ("Arle", "Bodo"),
    ("Brunn", "Cleo"),
    ("Corva", "Dario"),
    ("Dunmore", "Edda"),
    ("Elstow", "Falko"),
    ("Fenwick", "Greta"),
    ("Gorran", "Hanno"),
    ("Hollin", "Ines"),
    ("Inver", "Jonas"),
    ("Jarrow", "Kirsa"),
    ("Kelso", "Lorenz"),
    ("Lundy", "Marek"),
    ("Morwen", "Nilla"),
    ("Norrow", "Oskar"),
    ("Orla", "Petra"),
    ("Penzer", "Quinn"),
    ("Quarne", "Rosa"),
    ("Rothay", "Silvan"),
)
VISITORS = dict(HARBOURS)
# As many as harbours: a night that begins like a recent one is refused.
OPENINGS = (
    "The wind was soft when the little boat came to {place} that evening.",
    "Lanterns shone along the quay of {place} as the sails came down.",
    "Nobody in {place} had ever seen so small a boat with so bright a flag.",
    "Slowly the tide carried the boat into the round bay of {place}.",
    "It smelled of bread and seaweed in {place}, and the bells were quiet.",
    "Past the long pier lay {place}, half asleep under the first stars.",
    "A grey gull showed the way to {place} and then flew home.",
    "Rain had washed the roofs of {place}, and now they gleamed like fish.",
    "From far away one could hear the mill of {place} turning.",
    "Seven white houses and a well: that was all there was of {place}.",
    "Somebody had hung bright ribbons over the narrow harbour of {place}.",
    "Mist lay on the sea, and out of it rose the tower of {place}.",
    "With the last warm breeze they reached the green shore of {place}.",
    "An old ferry was just leaving {place} and made room at the steps.",
    "Two sleepy donkeys waited where the road from {place} met the beach.",
    "Under the bridge of {place} the water was as smooth as glass.",
    "High on the cliff above {place} a kite was dancing.",
    "Every window in {place} had a candle, for it was market night.",
)
REST = """\
 Mia tied the rope to an old post and looked around with wide eyes. On the stones sat {visitor}, a baker who had flour on both sleeves.
 {visitor} gave Mia a warm roll and asked where the boat was going. "To the singing lighthouse," said Mia, and she pointed over the water.
 {visitor} laughed and said that a baker was just what a crew needed. So {visitor} came aboard with a basket of rolls from {place}.
 They ate together on the deck while the moon climbed over the hills. The water rocked the boat as gently as a cradle.
 Mia counted the lights of {place} until her eyes grew heavy. Then she pulled up her blanket and fell asleep with a smile."""


class Harbours:
    """Answers a server's requests: prose with a new harbour each time, notes on the harbour that they are about."""

    def __init__(self):
        self.told = 0

    def __call__(self, payload):
        if "response_format" in payload:
            return self._notes(json.dumps(payload["messages"]))
        return self._prose()

    def _prose(self):
        place, visitor = HARBOURS[self.told % len(HARBOURS)]
        opening = OPENINGS[self.told % len(OPENINGS)]
        self.told += 1
        text = (opening + REST).format(place=place, visitor=visitor)
        return Script.of(text, first_delay=0.3, delay=0.002)

    def _notes(self, request):
        # The last harbour that the request names is tonight's: recaps of earlier nights come first.
        place = re.findall("|".join(VISITORS), request)[-1]
        visitor = VISITORS[place]
        notes = {
            "joined": [{"name": visitor, "role": "a baker"}],
            "left": [],
            "died": [],
            "title": f"The lights of {place}",
            "recap": f"Mia came to {place} and met {visitor}.",
            "summary": f"Mia sails from harbour to harbour and came to {place} last.",
            "situation": f"Mia sleeps on her boat in {place}.",
        }
        return Script.of(json.dumps(notes), first_delay=0.6)
