# Home Assistant answers `import voluptuous` with probatio; the type checker is told so here.
from probatio import *
