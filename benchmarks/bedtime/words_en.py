"""English material of the scripted author.

`{h}` is the protagonist, `{f}` and `{g}` are friends on stage, `{o}` is dead or away,
`{d}` is dead, `{x}` has departed, `{n}` comes tonight; `{p}` is a place, `{t}` a thing, `{k}` a creature.
"""

NAMES = (
    "Theo", "Lulu", "Garo", "Elda", "Pip", "Bram", "Odile", "Tamsin", "Jory", "Otto",
    "Fenwick", "Birgit", "Anselm", "Quill", "Marisol", "Hektor", "Ysolde", "Cosmo", "Dagny", "Ferro",
    "Gunda", "Ivo", "Kestrin", "Leopold", "Mabel", "Nestor", "Oona", "Petra", "Rufus", "Sidony",
    "Tilda", "Ulric", "Viola", "Wendel", "Xander", "Yara", "Zeb", "Alba", "Borin", "Celeste",
    "Dorian", "Esme", "Florian", "Greta", "Hugo", "Isolde", "Jasper", "Katinka", "Lorenz", "Magnus",
    "Nadia", "Osric", "Pascal", "Rosalind", "Stellan", "Thora", "Umberto", "Vesna", "Walter", "Zelda",
)  # fmt: skip
HEROES = ("Mina", "Nora", "Tobias", "Juna", "Ravi", "Linnea", "Emil", "Saskia")
TITLES = ("old {}", "dear {}", "Mr. {}", "Uncle {}", "Grandma {}", "Captain {}")
NICKNAMES = (
    "Whiskers",
    "Thimble",
    "Goldtooth",
    "Barnacle",
    "Dumpling",
    "Biscuit",
    "Squeak",
    "Marmalade",
)

GENRES = {
    "adventure_at_sea": {
        "role": "captain",
        "premise": "A small ship sails from island to island and lights old lamps.",
        "roles": ("navigator", "ship's cook", "lookout", "sailmaker", "deckhand", "carpenter", "fisherman"),
        "places": ("the harbour", "the white cliffs", "the coral beach", "the lighthouse", "the quiet bay", "the fish market", "the rope maker's yard", "the sandbank"),
        "things": ("a brass compass", "a coil of rope", "a blue bottle", "a torn chart", "a tin whistle", "a basket of oranges", "a wooden oar", "a lamp without oil"),
        "creatures": ("a grey seal", "three dolphins", "an old pelican", "a hermit crab", "a flock of terns"),
    },
    "forest_animals": {
        "role": "young fox",
        "premise": "The animals of an old forest look after one another through the year.",
        "roles": ("badger", "squirrel", "owl", "hedgehog", "otter", "mole", "woodpecker"),
        "places": ("the hollow oak", "the brook", "the blackberry hill", "the mossy bridge", "the clearing", "the beaver's dam", "the fern valley", "the old mill"),
        "things": ("a sack of acorns", "a snail shell", "a pine cone", "a jar of honey", "a birch-bark map", "a woollen scarf", "a walking stick", "a lantern of reeds"),
        "creatures": ("a shy deer", "two field mice", "a sleepy bumblebee", "a family of ducks", "a great green frog"),
    },
    "everyday_life": {
        "role": "baker",
        "premise": "In a bakery at the end of the street, the neighbours meet every day.",
        "roles": ("postman", "gardener", "piano teacher", "tailor", "bus driver", "librarian", "florist"),
        "places": ("the bakery", "the tram stop", "the market square", "the library", "the garden behind the house", "the laundry", "the park", "the bridge over the canal"),
        "things": ("a paper bag of buns", "a red umbrella", "a lost mitten", "a parcel with string", "a pot of basil", "a picture postcard", "a squeaky bicycle", "a box of buttons"),
        "creatures": ("a striped cat", "a small brown dog", "two pigeons", "a sparrow", "a ladybird"),
    },
    "fairy_tale": {
        "role": "miller's child",
        "premise": "In a kingdom of seven hills, a miller's child brings lost things home.",
        "roles": ("shepherd", "blacksmith", "minstrel", "weaver", "gatekeeper", "beekeeper", "goose girl"),
        "places": ("the castle gate", "the windmill", "the golden meadow", "the well", "the apple orchard", "the village green", "the ferry", "the stone stairs"),
        "things": ("a silver bell", "a spinning wheel", "a velvet purse", "a loaf of bread", "a glass marble", "a rusty key", "a wreath of daisies", "a feather quill"),
        "creatures": ("a white goose", "a talking toad", "a lame donkey", "seven swallows", "a golden carp"),
    },
}  # fmt: skip

OPENINGS = (
    "The morning smelled of wet grass, and {h} was the first one awake.",
    "All day long the rain had drummed on the roof, but now {p} lay still.",
    "Nobody could say where the wind had carried {t} during the night.",
    '"Listen," said {h}, and held up one finger.',
    "It began with a knock, three short ones and a long one.",
    "Snow was falling so thickly that {p} had quite disappeared.",
    "{h} had been looking for {t} since breakfast.",
    "Far beyond {p} the first star came out, small and yellow.",
    "There was something odd about the quiet that evening.",
    "Breakfast was late, because {k} had eaten the butter.",
    "When the fog lifted, {h} saw that {p} was full of people.",
    "On the longest day of the year {h} sat by {p} and counted clouds.",
    "A bell rang somewhere near {p}, although no one had touched it.",
    "Somebody had left {t} on the doorstep.",
    "The road to {p} was muddy, and {h}'s shoes said so at every step.",
    "Two things happened before noon, and both of them were {k}'s fault.",
    "The moon rose over {p} like a slice of melon.",
    "It was washing day, and everything smelled of soap.",
    "Warm light fell through the shutters onto {t}.",
    '"Who wants to come to {p}?" called {h} down the stairs.',
    "Autumn had come overnight and painted {p} red and brown.",
    "{h} drew a long line in the sand with a stick.",
    "For once, nothing at all was planned for the day.",
    "The kettle sang, the windows steamed, and {h} yawned.",
    "A letter with a green stamp lay on the table in the middle of {p}.",
    "Thunder grumbled behind {p}, then thought better of it.",
)

ACTIONS = (
    "{h} picked up {t} and turned it over twice.",
    "{f} carried {t} all the way to {p} without a word of complaint.",
    "{f} and {g} raced each other to {p}, and nobody won.",
    "Near {p} they met {k}, who was in no hurry at all.",
    "{h} tied a knot, untied it, and tied it again.",
    "{f} found {t} under a heap of leaves.",
    "From {p} the whole valley looked like a green blanket.",
    "{g} laughed so hard that {t} fell into the water.",
    "Together they mended {t} with glue and patience.",
    "{h} gave half of the apple to {k}.",
    "The path to {p} wound left, then right, then left again.",
    "{f} hummed an old tune while {h} swept the floor.",
    "A warm wind came up and turned every page of the book.",
    "{h} counted to a hundred, and {f} hid behind {p}.",
    "{f} knew the way to {p} even with closed eyes.",
    "{g} shared a sandwich with {k} and got a friend for life.",
    "It took them until noon to push {t} over the hill.",
    "The clouds parted, and {p} shone as if somebody had polished it.",
    "{h} wrote down everything in a little yellow notebook.",
    "{f} whistled, and {k} came out from behind a stone.",
    "They drank cocoa from blue cups and watched the rain.",
    "{f} stayed behind to guard {t}, and the others walked on to {p}.",
    "{h} knocked, waited, and knocked once more.",
    "By the afternoon {f} had drawn a map of {p} with every tree on it.",
    "{g} hung {t} on a nail and nodded.",
    "Something rustled, but it was only {k}.",
    "{h} felt the key in one pocket and a crumb of cake in the other.",
    "In front of {p} a fiddler was playing for the swallows.",
    "{f} balanced on the wall with both arms stretched out.",
    "Slowly the water in the pond went smooth again.",
    "{h} helped {g} across the stepping stones, one by one.",
    "{f} made a boat from a walnut shell and set it afloat.",
)
IDIOMS = (
    "In the dead of night the clock struck two, and {h} turned over and slept on.",
    "{f} was dead tired after the climb and fell asleep with both shoes on.",
    '"I am dying to know what is in the parcel," said {g}.',
    "The lane behind {p} turned out to be a dead end.",
    "{f} laughed and said the soup was to die for.",
    "The wind died down at last.",
    "{f} slept like a log until the kettle whistled.",
    '"Over my dead body," grumbled {g}, and everyone laughed.',
    "There was dead silence, and then all of them giggled at once.",
    "The candle died, so {h} lit another one.",
    "The battery of {f}'s torch was dead as a doornail.",
    "{h} killed time by counting the tiles of the roof.",
    "{f} was dead set on finding {t} before supper.",
    "{h} missed the post by a hair, but it was no matter of life and death.",
)
DIALOGUES = (
    ('"Do you think it will rain?" asked {f}.', '"Not before we reach {p}," said {h}.'),
    (
        '"What have you got there?" {g} wanted to know.',
        "{h} opened one hand and showed {t}.",
    ),
    (
        '"I was a little bit afraid," said {f} after a while.',
        '"So was I," said {h}, and that made it better.',
    ),
    (
        '"Shall we go by the road or through {p}?" asked {h}.',
        '"By the road," said {f}, "it has more puddles."',
    ),
    ("{f} pointed at {k}.", '"Somebody ought to give it a name," said {g}.'),
    (
        '"Hold on tight!" cried {h}.',
        "The cart rolled, rattled, and stopped right in front of {p}.",
    ),
    (
        '"Promise not to peek," said {g}.',
        '"I promise," said {h}, and peeked a tiny bit.',
    ),
    (
        '"If you could have any wish at all, what would it be?" asked {f}.',
        "{h} thought about it all the way to {p}.",
    ),
    ('"It is not lost," said {h} firmly.', '"It is only somewhere else."'),
    ('"Once more!" begged {g}.', "So {h} told it once more, from the very beginning."),
)
ERRANDS = (
    (
        "{f} ran off to {p} to fetch milk.",
        "Before the kettle boiled, {f} was back with a full jug.",
    ),
    ('{f} waved and called, "See you tomorrow!"',),
    ("{f} said good night first and climbed the stairs to bed.",),
    ("{f} left the room for a moment and came back with {t}.",),
    ('"I will be back before supper," said {f}, and so it was.',),
    (
        "For a while {f} was nowhere to be seen.",
        "Then {f} crawled out from under the table with {t}.",
    ),
)
MEMORIES = (
    ("{h} remembered how {o} used to hum while the bread was rising.",),
    ("On the shelf stood the cup that had once been {o}'s.",),
    ('"{o} would have loved this," said {h} softly.',),
    ("{h} thought of {o} for a while, and it did not hurt as much as before.",),
    ("Long ago {o} had carved a small star into the door post.",),
    ("The song was one that {o} had taught them many summers ago.",),
    (
        '"Do you remember the day when {o} fell into the flour?" asked {f}.',
        "They both remembered it well.",
    ),
    (
        "In the drawer lay an old photograph of {o}.",
        "{h} looked at it and put it gently back.",
    ),
    ("They missed {o}.",),
    ("{h} still had the scarf that {o} had knitted.",),
    ('"What would {o} say now?" wondered {f}.',),
    ("When {o} was still with them, the lamp had never gone out.",),
)
LETTERS = (
    (
        "{f} unfolded a letter that {o} had written years before.",
        '"Keep the kettle warm," it said at the end.',
    ),
    (
        "Between two pages {h} found a note in {o}'s handwriting.",
        "It was only a list of apples, and yet {h} kept it.",
    ),
)
GRAVES = (
    ("In the afternoon they laid fresh flowers on {d}'s grave.",),
    ("{h} and {f} sat for a little while beside the grave of {d}, and told the news.",),
    ("The rose that they had planted on {d}'s grave had two new buds.",),
)
DREAMS = (
    (
        "That afternoon {h} dozed off in the grass and dreamed of {o}.",
        "In the dream {o} was rowing across the sky and laughing.",
        "Then {h} woke up, and only the clouds were there.",
    ),
    ("{h} had dreamed of {o} once more, and woke up smiling.",),
)
PLAYS = (
    (
        "In the evening they put on a play, and {f} was the old king who dies in the second act.",
        "Everybody clapped, and {f} bowed four times.",
    ),
    (
        '"Pretend that I am dead," said {f}, and lay down flat in the grass.',
        "Then {f} sneezed, and the game was over.",
    ),
    (
        "{g} had a bad dream in which {f} died.",
        "{g} woke up at once, and there was {f}, snoring away.",
    ),
)
"""The death of somebody who is alive and well afterwards."""
ENDINGS = (
    ("At last {h} blew out the lamp, and everyone slept."),
    ("The stars came out over {p}, one by one, and {h} fell asleep counting them."),
    ("{h} pulled up the blanket, and the night was soft and wide."),
    ("Outside the wind went on tiptoe, and inside {h} was already dreaming."),
    ("So the day ended, and {h} was warm and content."),
    ("{h} listened to the rain until there was nothing but sleep."),
    ("And {p} lay silver in the moonlight while {h} slept."),
    ('"Good night, everyone," said {h}, and put out the light.'),
)

JOINS = (
    (
        "In front of {p} stood somebody with a big suitcase.",
        '"I am {n}, and I am {ar}," said the stranger.',
        '"Then stay with us," said {h}, and {n} did.',
    ),
    (
        "Behind {p} they found {n}, {ar} who had lost the way.",
        "{h} shared the last bun, and from that day on {n} belonged to them.",
    ),
    (
        "A new voice sang along, and it belonged to {n}, {ar} from beyond {p}.",
        '"May I come with you?" asked {n}.',
        "Everybody made room at once.",
    ),
    (
        '"Is there still a bed free?" asked {n}, {ar} with muddy boots.',
        "There was, and so {n} stayed.",
    ),
    (
        "{h} had never seen {n} before, but {n} carried {t} as if it weighed nothing.",
        '"We need {ar} like you," said {h}, and they shook hands on it.',
    ),
    (
        "Out of the rain came {n}, {ar}, shivering from head to toe.",
        "They gave {n} soup and a blanket and, before long, a place at the table for good.",
    ),
)
LEAVES = (
    (
        "{f} had packed a small bag.",
        "{f} hugged them all and moved away to the mountains for good.",
    ),
    (
        '"My sister needs me," said {f}, "and I will not come back."',
        "{f} left for ever, and they waved until the road was empty.",
    ),
    ("It was time to part.", "{f} said goodbye and left the group for good."),
    ("{f} moved to a far city to live there from now on, and would not return."),
    (
        "With tears and laughter {f} said farewell for ever and went to live on the other side of the sea."
    ),
)
"""A plain leaving for good, whether or not the notes tell of it."""
SOFT_LEAVES = (
    (
        "{f} took the evening coach to the south.",
        "Nobody knew when they would meet again.",
    ),
    (
        "{f} shouldered the bag, turned round once more and walked down the road until the dust had settled."
    ),
    ("There was work for {f} in another town, and so they said goodbye at {p}."),
)
DEATHS = (
    ("{f} had grown very old.", "That evening {f} died peacefully, with {h} close by."),
    (
        "{f} had been ill all winter.",
        "Before the sun rose, {f} passed away in silence, and the others held hands.",
    ),
    ("That afternoon {f} closed both eyes and died, as gently as a leaf falls."),
    ("The doctor came out and shook his head, for {f} was dead."),
    ("They sat with {f} all evening, and a little after ten {f} died."),
    ("{f} smiled once more, drew a last breath and was dead."),
)
SOFT_DEATHS = (
    ("{f} became a star that night, and {h} looked up for a long time."),
    ("{f} set out on the last journey, the one from which the wind tells nothing."),
)
"""A euphemism is no plain statement."""
RETURNS = (
    ("Somebody was coming up from {p}, and it was {x}.", "{x} had come back to stay."),
    (
        '"I am home!" cried a voice, and there stood {x} with a bag over one shoulder.',
        "{x} had returned, and {h} ran to open the gate.",
    ),
    (
        "After so many nights {x} came back, browner and taller than before.",
        '"I have missed you all," said {x}.',
    ),
    ("On the evening coach {x} returned to them, and there was no end of hugging."),
)

NOTE_TEXTS = {
    "reason": "moved away",
    "how": "died peacefully of old age",
    "titles": ("The Lost Button", "A Lamp in the Rain", "The Long Way Home", "Cocoa at Noon"),
    "recap": "{h} spent a day with friends near {p}.",
    "summary": "{h} and the friends go on from place to place. Last of all they were near {p}.",
    "situation": "{h} is asleep near {p}, and the lamp is out.",
    "honorifics": ("Mr. {}", "old {}", "Captain {}", "{}"),
    "strangers": ("Barnabas", "Clementine", "Thaddeus", "Wilhelmina"),
    "groups": ("everyone", "the villagers", "nobody", "a stranger", "they"),
}  # fmt: skip
