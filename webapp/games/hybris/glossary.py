"""Hybris's terms with their meanings."""

from pathlib import Path

from webapp.ui.glossary import read

GLOSSARY = read(Path(__file__).parent / "glossary.toml")
