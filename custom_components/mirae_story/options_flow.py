"""The entry's options: what finds memories by meaning."""

from typing import Any

import voluptuous as vol
from homeassistant.config_entries import ConfigFlowResult, OptionsFlow
from homeassistant.helpers.selector import (
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
)

from .const import (
    CONF_EMBEDDER,
    CONF_EMBEDDING_MODEL,
    DEFAULT_EMBEDDER,
    EmbedderKind,
)
from .home import Home
from .server_flow import servers_of


class MemoryOptionsFlow(OptionsFlow):
    """Ask how the home's memories are to be found."""

    async def async_step_init(
        self, user_input: dict[str, Any] | None = None
    ) -> ConfigFlowResult:
        """Ask which embedder to use; each tells what it costs."""
        errors: dict[str, str] = {}
        model = self._servers_model()
        if user_input is not None:
            if user_input[CONF_EMBEDDER] != EmbedderKind.SERVER or model:
                return self.async_create_entry(
                    data={**self.config_entry.options, **user_input}
                )
            errors[CONF_EMBEDDER] = "no_embedding_model"
        values = user_input or self.config_entry.options
        return self.async_show_form(
            step_id="init",
            data_schema=self.add_suggested_values_to_schema(memory_schema(), values),
            errors=errors,
            description_placeholders={
                "model": model or "—",
                "progress": self._progress(),
            },
        )

    def _progress(self) -> str:
        """Return how many memories have vectors of the present model."""
        home: Home | None = getattr(self.config_entry, "runtime_data", None)
        if home is None or home.memory.status.model is None:
            return "—"
        status = home.memory.status
        return f"{status.embedded} / {status.embedded + status.waiting}"

    def _servers_model(self) -> str | None:
        """Return the embedding model of the first server that has one."""
        models = (
            s.data.get(CONF_EMBEDDING_MODEL) for s in servers_of(self.config_entry)
        )
        return next(filter(None, models), None)


def memory_schema() -> vol.Schema:
    """Return the form of the memory's options."""
    kinds = SelectSelector(
        SelectSelectorConfig(
            options=[kind.value for kind in EmbedderKind],
            mode=SelectSelectorMode.LIST,
            translation_key="embedder",
        )
    )
    return vol.Schema(
        {vol.Required(CONF_EMBEDDER, default=DEFAULT_EMBEDDER.value): kinds}
    )
