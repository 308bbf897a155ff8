"""Diktat's words, as its pages explain them."""

from pathlib import Path

from webapp.ui.glossary import read

GLOSSARY = read(Path(__file__).parent / "glossary.toml")
