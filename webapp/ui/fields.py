"""Form fields that several pages share."""

from nicegui import ui
from nicegui.element import Element

from rules.kernel.refusals import Refusal
from webapp.i18n import Translator
from webapp.ui.theme import link_to, testid, text

EMIT_FORM = """(event) => {
  event.preventDefault();
  const said = {};
  for (const [key, value] of new FormData(event.target)) said[key] = key in said ? `${said[key]},${value}` : value;
  emit(said);
}"""

COPY = """() => {
  const field = document.getElementById('%s');
  field.focus();
  field.select();
  field.setSelectionRange(0, field.value.length);
  const older = () => {
    let done = false;
    try { done = document.execCommand('copy'); } catch { done = false; }
    emit(done);
  };
  if (window.isSecureContext && navigator.clipboard) {
    navigator.clipboard.writeText(field.value).then(() => emit(true), older);
  } else {
    older();
  }
}"""


def refusal_text(tr: Translator, refusal: Refusal) -> str:
    """The sentence of a table's refusal."""
    return tr(f"refusal.{refusal.code}", **refusal.params)


def label_for(words: str, target: str) -> None:
    """The label of the field ``target``."""
    label = text("label", words)
    label.props["for"] = target


def text_field(id: str, value: str, length: int) -> Element:
    """A field of one line with its first value."""
    field = ui.element("input").classes("lobby-field")
    # "^value" is the attribute, what the field begins with. The property would be set again whenever anything on the
    # page changes, over what is being typed.
    field.props.update({"id": id, "type": "text", "^value": value, "maxlength": length})
    return field


def way(words: str, to: str, classes: str, name: str) -> None:
    """A link that looks like a button."""
    link = text("a", words, classes)
    link_to(link, to)
    testid(link, name)
