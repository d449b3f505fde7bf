"""Beginnings in English."""

from .starter import Starter

STARTERS = (
    Starter(
        genre="adventure_at_sea",
        genre_name="Adventure at sea",
        title="The Lantern Ship",
        premise=(
            "A small ship sails from island to island and lights the lamps of old, "
            "forgotten lighthouses. Every island has its own puzzle, its own weather "
            "and somebody who needs a friendly hand. At night the crew anchors in a "
            "quiet bay and listens to the waves."
        ),
        protagonist_name="Nell",
        protagonist_role="captain of the Lantern Ship",
        first_cast=(
            ("Barnaby", "ship's cook who hums while he stirs"),
            ("Pip", "young lookout with the sharpest eyes on board"),
            ("Quill", "old parrot who remembers every sea chart"),
        ),
        audience_age=6,
    ),
    Starter(
        genre="forest_animals",
        genre_name="Forest animals",
        title="Under the Whispering Oak",
        premise=(
            "In a green valley the animals share one big oak tree: its roots, its "
            "branches and its stories. They help one another through the seasons, "
            "gather berries, mend nests and greet travellers from far away. When the "
            "moon comes up, everybody finds a warm place to sleep."
        ),
        protagonist_name="Hazel",
        protagonist_role="curious little hedgehog",
        first_cast=(
            ("Bramble", "gentle badger who digs the best tunnels"),
            ("Willow", "night owl who teaches the young ones"),
            ("Thistle", "quick squirrel who forgets where the nuts are"),
        ),
        audience_age=4,
    ),
    Starter(
        genre="fairy_tale",
        genre_name="Fairy tale",
        title="The Kingdom Behind the Waterfall",
        premise=(
            "Behind a silver waterfall lies a small kingdom where clouds can be knitted "
            "and lost wishes grow in a garden. Kindness opens every door there, and "
            "each evening something tiny and wonderful wants to be found before the "
            "stars come out."
        ),
        protagonist_name="Rosalind",
        protagonist_role="apprentice of the wish gardener",
        first_cast=(
            ("Oswin", "wish gardener with earth on his sleeves"),
            ("Tansy", "shy fairy who collects echoes"),
            ("Marrow", "kind giant who is afraid of mice"),
        ),
        audience_age=5,
    ),
    Starter(
        genre="science_fiction",
        genre_name="Science fiction",
        title="The Slow Comet",
        premise=(
            "A friendly research ship travels on the back of a slow comet and visits "
            "one small world after another. Some are made of ice, some sing, some are "
            "only as large as a village. The crew listens, learns and leaves each world "
            "a little happier than before."
        ),
        protagonist_name="Juno",
        protagonist_role="youngest explorer on the ship",
        first_cast=(
            ("Dr. Halloran", "scientist who loves maps and tea"),
            ("Bolt", "round robot who looks after the greenhouse"),
            ("Vega", "pilot who never hurries"),
        ),
        audience_age=8,
    ),
    Starter(
        genre="mystery",
        genre_name="Mystery",
        title="The Clockmaker's Street",
        premise=(
            "In a little town with crooked lanes, small riddles turn up every week: a "
            "missing bell, a letter without a name, a cat that visits two houses. Two "
            "friends look closely, ask politely and always find a harmless answer "
            "before bedtime."
        ),
        protagonist_name="Clara",
        protagonist_role="clever girl who writes down every clue",
        first_cast=(
            ("Edmund", "her best friend, who notices sounds and smells"),
            ("Mrs. Applegate", "owner of the bakery who hears all the news"),
            ("Mr. Finch", "patient old clockmaker"),
        ),
        audience_age=8,
    ),
    Starter(
        genre="everyday_life",
        genre_name="Everyday life",
        title="The House with the Yellow Door",
        premise=(
            "Four families share an old house with a yellow door, one garden and one "
            "very long table. There are birthdays, rainy days, lost mittens, soup that "
            "boils over and plans for the garden. However the day went, the evening is "
            "peaceful."
        ),
        protagonist_name="Maya",
        protagonist_role="girl from the top floor who likes to build things",
        first_cast=(
            ("Theo", "her little brother"),
            ("Grandma Lou", "grandmother who grows tomatoes"),
            ("Mr. Okafor", "neighbour who plays the cello"),
        ),
        audience_age=5,
    ),
    Starter(
        genre="school",
        genre_name="School",
        title="Class Four by the River",
        premise=(
            "A small school stands by a river, with one class, a library boat and a "
            "bell that rings a little late. The children plan plays, keep a weather "
            "diary, quarrel, make up again and learn that asking is never silly."
        ),
        protagonist_name="Leo",
        protagonist_role="new pupil in class four",
        first_cast=(
            ("Amina", "classmate who knows every book on the library boat"),
            ("Freddie", "classmate who is always joking"),
            ("Miss Hartley", "teacher with a very long scarf"),
        ),
        audience_age=7,
    ),
    Starter(
        genre="history",
        genre_name="History",
        title="The Road of Silk and Stars",
        premise=(
            "Long ago a caravan travels slowly along the Silk Road, from market to "
            "market and oasis to oasis. Its people trade silk, spices and stories, "
            "find their way by the stars and sit together in the evening by a small "
            "fire under a very wide sky."
        ),
        protagonist_name="Samira",
        protagonist_role="daughter of the caravan's guide",
        first_cast=(
            ("Farid", "her father, who guides the caravan"),
            ("Old Daoud", "storyteller who rides at the end"),
            ("Zuri", "young weaver on her way home"),
        ),
        audience_age=9,
    ),
)
