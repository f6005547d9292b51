"""Requests about variants: which there are, one in full, one more declared; and which have their machine code."""

from __future__ import annotations

from engined import families
from engined.book.openings import named
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import Variant
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from .events import Effect, Prepare
from .jobs.assignment import check_playable
from .replies.variants import description, summary
from .tenants import Tenant


class VariantService:
    """Variants, and the states of their machine code."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._states: dict[str, tuple[str, str]] = {}
        """Names and states of variants that are not cold, by digest."""
        self._prepared: set[str] = set()

    def find(self, name: str) -> Variant:
        """A variant by its name. Raises ProtocolError where there is none, or it cannot be played here."""
        try:
            variant = self._catalogue.get(name)
        except UnknownVariant as error:
            raise ProtocolError(Code.UNKNOWN_VARIANT, str(error), "variant") from None
        check_playable(variant)
        return variant

    def list_all(self, request: m.ListVariants) -> m.Variants:
        """All of them in short, and patterns of further names."""
        return m.Variants(
            id=request.id,
            variants=tuple(summary(self._catalogue.get(name)) for name in self._catalogue.names()),
            patterns=self._catalogue.patterns(),
        )

    def describe(self, request: m.DescribeVariant) -> tuple[m.Description, list[Effect]]:
        """One of them in full, its machine code made if that is wanted."""
        variant = self.find(request.variant)
        return self._described(request.id, variant), self.prepare(variant) if request.prepare else []

    def openings(self, request: m.ListOpenings) -> m.Openings:
        """The openings of a variant that have names."""
        found = named(self.find(request.variant))
        return m.Openings(
            id=request.id,
            openings=tuple(m.NamedOpening(name=way.name, language=way.language, moves=way.moves) for way in found),
        )

    def declare(self, tenant: Tenant, request: m.Declare) -> m.Description:
        """Add a variant, or only look at its text. Raises ProtocolError that names the line at fault."""
        may = tenant.allowance
        try:
            if request.check_only:
                variant = self._catalogue.check(request.text)
            else:
                variant = self._catalogue.declare(
                    request.text, owner=tenant.name, most=may.declarations, replaces=may.operator
                )
        except DeclarationError as error:
            place = f"line {error.line}: {error.field}" if error.field else f"line {error.line}"
            raise ProtocolError(Code.BAD_DECLARATION, error.message, place) from None
        check_playable(variant)
        return self._described(request.id, variant)

    def prepare(self, variant: Variant) -> list[Effect]:
        """Have the machine code made, once it is likely to be needed and where there can be some."""
        if variant.digest in self._prepared or families.find_family(variant) is None:
            return []
        self._prepared.add(variant.digest)
        return [Prepare(variant)]

    def take_state(self, variant: Variant, state: str) -> None:
        """The machine code of a variant is in this state now."""
        if state == "cold":
            self._states.pop(variant.digest, None)
            self._prepared.discard(variant.digest)
        else:
            self._states[variant.digest] = (variant.name, state)

    def states(self) -> tuple[m.VariantState, ...]:
        """The states of all that are not cold."""
        return tuple(m.VariantState(variant=name, state=state) for name, state in self._states.values())

    def _described(self, id: str, variant: Variant) -> m.Description:
        _, state = self._states.get(variant.digest, ("", "cold"))
        return description(id, variant, engine=families.kind(variant), state=state)
