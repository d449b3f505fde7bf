"""English words whose forms no rule of spelling leads back to the plain word."""

from typing import Final

_FORMS: Final = """
arise arose arisen
awake awoke awoken
bear bore borne
beat beaten
become became
begin began begun
bend bent
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
child children
choose chose chosen
come came
creep crept
deal dealt
die dying dies
dig dug
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown flies
foot feet
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone goes
goose geese
grandchild grandchildren
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
knife knives
know knew known
lay laid
lead led
leaf leaves
lean leant
learn learnt
leave left
lend lent
lie lain lying lies
life lives
light lit
loaf loaves
lose lost
make made
man men
mean meant
meet met
mouse mice
pay paid
person people
prove proven
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shelf shelves
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
ski skiing skied
sleep slept
slide slid
smell smelt
speak spoke spoken
spell spelt
spend spent
spill spilt
spin spun
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
strike struck
strive strove
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
tie tying ties
tooth teeth
understand understood
wake woke woken
wear wore worn
weave wove woven
weep wept
wife wives
win won
wind wound
wolf wolves
woman women
write wrote written
"""

PLAIN_FORMS: Final = {
    form: line.split()[0]
    for line in _FORMS.strip().splitlines()
    for form in line.split()[1:]
}
