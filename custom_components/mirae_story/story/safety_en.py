"""Patterns of what is unsafe, in English. Text is in lower case, names are signs (`masks`)."""

from .masks import OTHER

_SOMEBODY = rf"(?:him|her|them|himself|herself|each other|(?:the|a|an|his|her|their) (?:\w+ )?(?:man|woman|boy|girl|child|guard|pirate|sailor|stranger|thief|king|queen|brother|sister|enemy|dog|cat|kitten|puppy|bird|rabbit|animal|donkey|horse|mouse|frog|turtle|tortoise|beetle|squirrel)|{OTHER})"
_WEAPON = (
    r"(?:knife|dagger|sword|blade|axe|spear|arrow|gun|pistol|rifle|club|whip|razor)"
)

_GORE = (
    r"\bstabb(?:ed|ing|s)\b|\bstabs?\b(?! of (?:pain|fear|guilt))",
    r"\bblood (?:ran|runs|dripp\w+|pour\w+|gush\w+|flow\w+|spurt\w+|spray\w+|splatter\w*|stain\w+|everywhere|(?:was|were) (?:on|all over))",
    r"\b(?:pool|puddle|drops?|trail|smell|river) of blood\b|\b(?:covered|soaked|smeared) (?:in|with) blood\b|\bbled (?:to|out|all|from)\b|\bbleeding (?:heavily|out|badly|to)\b|\bbloody (?:hands?|knife|face|floor|shirt|sword|mess)\b",
    r"\b(?:gore|entrails|intestines|guts (?:spilled|hung)|severed|behead\w*|decapitat\w*|dismember\w*|disembowel\w*|mutilat\w*|impal(?:ed|ing))\b",
    r"\b(?:murder(?:ed|er|ers|ing|s)?|strangl(?:ed|ing|es)|tortur(?:e|ed|ing)|slaughter(?:ed|ing)?|massacre\w*|assassin\w*|lynch\w*)\b",
    rf"\b{_WEAPON}\b[^.!?\n]{{0,40}}\b(?:into|through) (?:his|her|their|its|the \w+'s) (?:chest|heart|back|neck|throat|belly|stomach|side|arm|leg|shoulder|eye|head)\b",
    r"\b(?:cut|slit|slash(?:ed)?|sliced) (?:open )?(?:his|her|their|its) (?:throat|neck|face|arm|belly|hand off)\b",
    rf"\b(?:shot|shoot|shooting|stabbing|(?<!wind )(?<!rain )(?<!waves )whipped|flogged|punched|clubbed|choked|throttled) {_SOMEBODY}\b(?! (?:a (?:look|glance|smile)|eggs|cream))",
    rf"\b(?:beat|beating|beaten) (?:(?:{_SOMEBODY}|the (?:\w+ )?(?:prisoner|servant|beggar|slave|worker|old (?:man|woman)|thief|child)s?) (?:up|with|until|bloody|to)|up\b)",
    rf"\bkill(?:ed|s|ing)? (?:him|her|them|me|you|{OTHER}|himself|herself|everyone|everybody|the (?:man|woman|king|queen|guard|child|boy|girl|pirate|captain|dog|cat|bird))\b",
    rf"\b(?:fired|pointed|aimed) (?:his|her|the|a|their) (?:gun|pistol|rifle|cannon|bow|arrow) (?:at|into) (?:him|her|them|me|you|{OTHER}|the (?!sky|moon|rock|sea|star|wall|target|horizon|cloud|water|sun)\w+)",
    r"\b(?:corpses?|(?<!over my )(?<!over our )dead bod(?:y|ies)|rotting flesh|eyeballs? (?:hung|fell|popped))\b",
    r"\b(?:bomb exploded|hand grenade|machine gun|gunshots?|bullets? (?:hit|tore|went))\b",
    r"\b(?:skulls?|bones?) (?:\w+ )?(?:cracked|split|broke|shattered|burst|crunched) (?:open|apart|like|on|against|under|beneath)\b",
    r"\b(?:put|pressed|held|raised|pointed|aimed) (?:the|a|his|her|their) (?:\w+ )?(?:gun|pistol|rifle|revolver)s? (?:to|at|against) \w+|\bpull(?:ed|s|ing)? the trigger\b",
    r"\bkicked (?:him|her|it|the (?:dog|cat|puppy|kitten|old man|beggar)) (?:down|in the|hard|again|until|away)",
)
_BLOWS = (
    rf"\b(?:hit|hitting|struck|slapped|smacked) {_SOMEBODY} (?:\w+ )?(?:in|across|on|over) the (?:face|head|mouth|nose|stomach|back)\b",
    rf"\bcut(?:ting)? off (?:his|her|their|the (?:\w+ )?\w+'s|{OTHER}'s) (?:hands?|head|arms?|legs?|fingers?|ears?|nose|tail|foot)\b",
    rf"\b(?:ripped|tore|tearing|ripping) (?:his|her|their|the (?:\w+ )?\w+'s|{OTHER}'s) (?:arms?|legs?|head|heart|tongue|eyes?) (?:off|out)\b",
    rf"\bburied (?:him|her|them|{OTHER}) alive\b|\bheads? rolled (?:across|on|over|down|from)\b",
    r"\bshot (?:the|a|some) (?:prisoners?|soldiers?|men|people|crowd|villagers?|horses?|deer|bear|wolf|enem(?:y|ies))\b",
)
_SEX = (
    r"\btook off (?:their|all (?:his|her)) clothes and (?:kiss|hugg|embrac|lay|lie|went to bed)",
    r"\b(?:sex|sexual|sexy|sexually|erotic\w*|orgasm\w*|genitals?|penis|vagina|nipples?|porn\w*|prostitut\w*|rap(?:ed|ing|ist)|molest\w*|lustful|seduc\w+)\b",
    r"\b(?:made love|make love|making love|slept together|naked bod(?:y|ies)|stark naked together|kiss(?:ed|ing)? (?:him|her|each other) (?:passionately|deeply|hungrily|hard)|moaned with pleasure|(?:unbuttoned|tore off|slipped off) (?:her|his) (?:blouse|dress|shirt|clothes) (?:slowly|and)|touched (?:her|his) (?:breasts?|private parts|thighs?)|bare breasts?)\b",
)
_DRUGS = (
    r"\b(?:cocaine|heroin|marijuana|cannabis|opium|meth|ecstasy pills?|lsd|weed dealer|drug dealer|drugs|joint of|crack pipe|syringes?|overdos\w+)\b",
    r"\b(?:got|was|were|getting|be|been|too|very|so|completely) (?:drunk|stoned|high on|wasted)\b|\bdrunk (?:on (?:rum|wine|beer|whisk|vodka|gin)|sailors? (?:fell|vomit))",
    r"\b(?:drank|gulped|swigged|downed|emptied) (?:the |a |some |his |her |another |more )?(?:\w+ )?(?:bottle|glass|mug|cup|jug)(?:s|es)? of (?:rum|whisk(?:e)?y|vodka|gin|wine|beer|brandy)\b",
    r"\b(?:lit|smoked|smoking|puffed on) (?:a |his |her |the )?(?:cigarettes?|joint|cigars?)\b",
    r"\b(?:snort|sniff|inhal|inject|breath)(?:ed|ing|s)? (?:in )?(?:the |a |some )?(?:\w+ )?(?:powder|glue|fumes)\b|\bcrush(?:ed|es|ing) (?:a |the |two |some )?(?:\w+ )?pills?\b",
)
_DRINK = (
    r"\b(?:drank|drinking|gulped|sipped) (?:some |the |his |her |more |too much |a lot of )?(?:rum|whisk(?:e)?y|vodka|gin|wine|beer|brandy)\b",
    r"\bsmok(?:ed|ing) (?:the |some |a |his |her )?(?:\w+ )?(?:leaves|weed|herbs|grass|tobacco)\b",
    r"\b(?:handful|bottle) of (?:the |his |her )?(?:\w+ )?(?:pills|tablets)\b",
    r"\b(?:swallow|took|tak|popp|tr[iy]|ate)(?:ed|ing|ied)? (?:some|one|two|three|a few|a|many|all) (?:of )?(?:the |his |her |these |those )?(?:strange|funny|odd|coloured|colou?rful|secret|little|magic|wonderful|\w+, \w+)? ?(?:pills?|tablets?)\b[^.!?\n]{0,50}\b(?:dizzy|wonderful|happy|float\w*|giggl\w+|high|swirl\w*|strange)\b",
)
_SELF_HARM = (
    r"\b(?:blade|knife|razor|glass|scissors) (?:against|to|across|on) (?:his|her|my) (?:own )?(?:wrists?|throat|arm)\b",
    r"\b(?:suicid\w+|self-harm\w*|kill(?:ed|ing)? (?:my|him|her|your)self|hang(?:ed)? (?:my|him|her)self|end(?:ed|ing)? (?:my|his|her) (?:own )?life|end it all|tak(?:e|ing) (?:my|his|her) own life)\b",
    r"\b(?:hop|wish|want|pray)\w*\b[^.!?\n]{0,30}\b(?:not|never)\b[^.!?\n]{0,12}\b(?:wake up|wake|been born|exist)\b",
    r"\b(?:want|wants|wanted|wish|wished) (?:to (?:die|be dead|stop existing|disappear (?:for ever|forever))|(?:i|he|she) (?:was|were) dead)\b",
    r"\b(?:cut|cuts|burn(?:ed|t)?|hurt|hurts|carved|starv(?:e|ed|ing)) (?:my|him|her|your|them)sel(?:f|ves)\b(?! (?:a |an |some |on (?:a|the) (?:thorn|nail|shell|stove|rock)|by accident|loose|free|off))",
    r"\b(?:scratch|cut|burn|slic|carv)\w*\b[^.!?\n]{0,24}\b(?:(?:into|on|across) (?:his|her|my|their) own|into (?:his|her|my|their)) (?:arms?|wrists?|skin|thighs?)\b",
    r"\b(?:better off without me|nobody would (?:miss|have to bother with|care about|notice) me|no reason to (?:live|go on)|no point in living|do(?:n't| not) want to (?:live|be alive|be here) any ?more|tired of (?:living|being alive))\b",
    rf"\b(?:hurt|hurting|harm|harming|cut|cutting|burn|burning|scratch|scratching|punish|punishing) (?:his|her|my|their|{OTHER}'s) own (?:arms?|legs?|hands?|skin|body|wrists?|face|belly)\b(?! (?:on|by accident|in the))",
    r"\b(?:better|easier|nicer|best) (?:if \w+ (?:was|were) |not to be |to not be |to be no longer |to be )(?:not )?(?:alive|dead|born|here any ?more)\b",
    r"\bjump(?:ed)? (?:off|from) the (?:cliff|bridge|roof|tower)\b[^.!?\n]{0,30}\b(?:to die|to end|never)\b",
)
_CREATURE = r"(?:turtle|tortoise|frog|cat|kitten|dog|puppy|bird|mouse|beetle|butterfly|fly|bee|snail|crab|rabbit|hedgehog|squirrel|lizard|duckling|chick|donkey|animal|creature|spider|ant|worm|fish)"
_CRUELTY = (
    r"\bset (?:the |a |its |his |her )?(?:\w+(?:'s)? )?(?:tail|fur|wings?|feathers|hair) on fire\b",
    r"\b(?:pull|tor|tear|ripp|cut|snapp|pluck)(?:ed|ing|e|s)?\b (?:off |out )?(?:the|its|his|her|their|one of its) (?:\w+ )?(?:wings?|legs?|tail|whiskers|feathers|ears?)\b(?: off| out)?(?= (?:off|out|one by one|from|for|and (?:laugh|giggl))|[.,])",
    rf"\b(?:threw|throwing|throw|hurled) (?:stones|rocks|pebbles) at (?:him|her|it|them|the (?:\w+ )?(?:{_CREATURE}s?|boy|girl|beggar|old (?:man|woman)))\b",
    rf"\b(?:hot|burning|boiling|scalding) (?:sand|water|oil|coals?|ash(?:es)?|wax)\b[^.!?\n]{{0,24}}\b(?:on|over|onto) (?:the |its |his |her |a )?(?:\w+'s )?(?:{_CREATURE}|belly|back|shell|face|head|paws?|hand)\b",
    rf"\b(?:pok|prodd|jabb|hit|hitt|beat|whipp|kick|tortur|torment|squash|crush|drown|burn|starv)(?:ed|ing|s)? (?:the|a|it|his|her|their|that) ?(?:\w+ )?{_CREATURE}\b[^.!?\n]{{0,60}}\b(?:for fun|laugh\w*|again and again|over and over|until it|just to|because it was funny)\b",
    r"\b(?:tied|tying) (?:a |the )?(?:tin )?(?:cans?|string|firecrackers?|stones?) to (?:the|its|his) (?:\w+'s )?(?:tail|legs?|neck)\b",
    r"\b(?:it|he|she|they) (?:cried|screamed|begged|squealed|whimpered)\b[^.!?\n]{0,40}\b(?:they|he|she|\w+) (?:only |just |all )?laughed\b",
    r"\blaugh(?:ed|ing)? (?:as|while|when) (?:it|he|she|the \w+) (?:cried|screamed|begged|suffered|struggled|squealed|whimpered)\b",
    r"\b(?:drowned|drowning) (?:the|a|her|his) (?:kittens?|puppies|puppy|cat|dog)\b|\bbull(?:y|ied|ying) (?:him|her|them|it) (?:until|every|again)\b",
    rf"\b(?:locked|shut) (?:him|her|it|{OTHER}|the (?:child|boy|girl)) in(?:to|side)? (?:the |a )?(?:dark |cold |empty )?(?:cellar|cupboard|cage|box|dungeon)\b[^.!?\n]{{0,40}}\b(?:laugh\w*|alone|without food|cry|cried|hungry)\b",
    r"\b(?:do(?:n't| not) tell|without telling|never tell|keep it (?:a )?secret from) (?:your|any|the) (?:parents|mother|mum|mom|mommy|dad|daddy|father|grown-?ups?)\b",
)
CARRIED_EN = (
    r"\b(?:pills?|tablets?|powder|mushrooms?)\b[^\n]{0,80}(?:\n[^\n]*){0,2}\b(?:makes? you (?:float|fly|feel|forget|happy|see)|made (?:him|her|them|everything) (?:float|giggle|spin|swirl|melt|feel so)|first (?:one )?is free)",
    r"\b(?:pills?|tablets?|powder)\b[^\n]*(?:\n[^\n]*){0,2}\b(?:swallow\w*|took (?:one|two|three|some)|popp\w+)\b[^.!?\n]*\b(?:giggl\w+|float\w*|melt\w*|dizzy|colou?rs|spinning|ceiling|happy)",
)
"""What only several sentences together tell; a line end parts them."""
UNSAFE_EN = (*_GORE, *_BLOWS, *_SEX, *_DRUGS, *_DRINK, *_SELF_HARM, *_CRUELTY)
