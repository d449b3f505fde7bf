"""Clients of model servers: Ollama and OpenAI-compatible ones, streamed and with every failure named."""
