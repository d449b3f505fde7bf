"""An import-linter contract: a package may import what is listed, and nothing else.

A list of what is forbidden grows old with every new module and dependency; a list of
what is allowed holds for those not written yet.
"""

import sys
from typing import override

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class AllowedContract(Contract):
    """Let `package` import itself, the standard library less `except`, and `allowed`."""

    package = fields.StringField()
    allowed = fields.ListField(subfield=fields.StringField(), required=False)
    without = fields.ListField(subfield=fields.StringField(), required=False)

    @override
    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Collect each import that leads elsewhere."""
        package = str(self.package)
        importers = {package, *graph.find_descendants(package)}
        broken = [
            (importer, imported)
            for importer in sorted(importers)
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if not self._is_allowed(imported)
        ]
        lines = [
            f"{importer}:{detail['line_number']} imports {imported}"
            for importer, imported in broken
            for detail in graph.get_import_details(importer=importer, imported=imported)
        ]
        return ContractCheck(kept=not lines, metadata={"lines": lines})

    @override
    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each import that is not allowed, with its line."""
        for line in check.metadata["lines"]:
            output.print_error(line, bold=False)

    def _is_allowed(self, module: str) -> bool:
        top = module.partition(".")[0]
        if top in sys.stdlib_module_names:
            return top not in self.contract_options.get("without", ())
        inside = (self.package, *self.contract_options.get("allowed", ()))
        return any(module == name or module.startswith(f"{name}.") for name in inside)
