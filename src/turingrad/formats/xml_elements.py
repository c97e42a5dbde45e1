"""XML text to elements that know their place. Document types, and with them all entity tricks, are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import AttributesImpl, Locator

from defusedxml import DefusedXmlException, DTDForbidden
from defusedxml.sax import make_parser

from turingrad.errors import LimitError
from turingrad.formats.source_text import SourceText

MAX_DEPTH = 32  # a JFLAP machine needs 4
MAX_ELEMENTS = 1_000_000


@dataclass(slots=True)
class Element:
    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Element] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def all(self, *tags: str) -> Iterator[Element]:
        return (child for child in self.children if child.tag in tags)

    def first(self, tag: str) -> Element | None:
        return next(self.all(tag), None)


class Builder(ContentHandler):
    """Collects the elements of a document as the parser meets them."""

    def __init__(self, text: SourceText, locator: Locator) -> None:
        super().__init__()
        self.source_text = text
        self.locator = locator
        self.document = Element("", {}, 1, 1)
        self.open = [self.document]
        self.count = 0

    def place(self) -> tuple[int, int]:
        return self.locator.getLineNumber() or 1, (self.locator.getColumnNumber() or 0) + 1

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802 (the name that the parser calls)
        line, column = self.place()
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise LimitError(f"{self.source_text.source}: more than {MAX_ELEMENTS:,} XML elements")
        if len(self.open) > MAX_DEPTH:
            raise self.source_text.error("nested too deeply", line, column, f"at most {MAX_DEPTH} levels")
        element = Element(name, {key: attrs.getValue(key) for key in attrs.getNames()}, line, column)
        self.open[-1].children.append(element)
        self.open.append(element)

    def endElement(self, name: str) -> None:  # noqa: ARG002, N802
        self.open.pop()

    def characters(self, content: str) -> None:
        self.open[-1].pieces.append(content)


def parse_elements(text: SourceText) -> Element:
    """The root element of an XML text."""
    parser = make_parser()
    parser.forbid_dtd = True
    builder = Builder(text, parser)
    parser.setContentHandler(builder)
    try:
        # As text: whatever encoding the file declares, it was read as UTF-8. In one piece: a token that spans many
        # pieces is scanned again with each of them.
        parser.feed(text.text)
        parser.close()
    except DefusedXmlException as error:
        what = "document type" if isinstance(error, DTDForbidden) else "entity"
        raise text.error(f"an XML {what} declaration", *builder.place(), "plain XML without declarations") from None
    except SAXParseException as error:
        line, column = error.getLineNumber() or 1, (error.getColumnNumber() or 0) + 1
        raise text.error(f"not XML: {error.getMessage()}", line, column, "well-formed XML") from None
    return builder.document.children[0]
