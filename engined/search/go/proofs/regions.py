"""Life and territory by regions round one chain, each searched by itself: kernel source (see kernels/prelude.pyi).

The points without a chain fall into regions. In each the other side moves first, the chain's side answers every move
there, a pass too, and the other alone may take a ko back at once. So what the chain's side can do in each region it can
do in all of them at a time. Of a region it wants that all points become its own, and that the chain has so many eyes
there: an eye is a place that the other can never fill. A chain with two eyes lives; then the regions that are settled
are its side's as well.
"""

from engined.kernels.codes import MOVE_BITS
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    FULL,
    Array,
    Board,
    Record,
    both,
    count,
    drop_first,
    either,
    empty_set,
    first,
    i64,
    inline,
    is_empty,
    kernel,
    meets,
    room_for,
    single,
    without,
)
from engined.search.go.proofs.answers import PASS_MOVE
from engined.search.go.proofs.candidates import next_listed
from engined.search.go.proofs.life import room_for_one_eye
from engined.search.go.proofs.sets import closed_by_ko, in_atari, is_one, may_place, next_to, part_of, spread
from engined.search.go.proofs.table import (
    KIND_SHIFT,
    canonical,
    entry_for,
    find_entry,
    go_bucket,
    is_whole,
    turn_board,
    write_entry,
)
from engined.search.stop import stopped, told_to_stop

MOST_SEARCHED = 12
"""Points of a region that is searched: larger ones cost more than they save."""
ANSWERS = 6
"""The most answers deep that regions are searched: with 4 a proof of 5x5 takes twice the positions, with 8 no fewer."""
LEAST_CHAIN = 3
"""Stones of a chain that is worth a look."""
REGION_KIND = 6
"""The kind of entries for regions. Their first set is the region without the other's stones, their second one all
stones there; the first word has eight bits for each number of eyes: whether the chain gets them, and how many answers
are too few.
"""

UNSETTLED = -1
GIVEN_UP = 8
"""It need not be settled."""
NO_MORE = 4
"""Added to eyes where more cannot be had."""


class ChainRegion(Record):
    """A region of a chain's."""

    points: Board
    eyes: i64
    """The eyes that the chain has there, UNSETTLED or GIVEN_UP; with NO_MORE where it cannot have more."""


class RegionDepth(Record):
    """The memory of a search that still goes some number of answers deep."""

    regions: Array[ChainRegion] = room_for(CELLS // 2 + 2)
    places: Array[i64] = room_for(CELLS + 1)
    """The moves of the other side, as keys: see :func:`engined.search.go.proofs.candidates.next_listed`."""
    replies: Array[i64] = room_for(CELLS + 1)
    """The answers of the chain's side, likewise."""


class RegionScratch(Record):
    """The memory that a thread needs, at the beginning of scratch."""

    depths: Array[RegionDepth] = room_for(ANSWERS + 1)


@inline
def eyes_as_it_is(region: Board, border: Board, own: Board, opp: Board) -> int:
    """Eyes that a chain has in a region, all of which becomes its side's by answers on the border, where points are
    beside the chain; UNSETTLED if that is not sure.
    """
    inner = without(region, border)
    eyes = 1
    if not is_empty(inner):
        if is_one(inner):
            eyes = 1 if count(without(both(next_to(inner), region), opp)) > 1 else 0
        else:
            eyes = 0 if room_for_one_eye(inner) else UNSETTLED
    return min(eyes, count(without(border, either(own, opp))))


@inline
def list_places(places: Array[i64], region: Board, border: Board, own: Board, opp: Board) -> int:
    """Write the moves of the other side in a region, with what speaks for each, and a pass; gives their number."""
    empty = without(region, either(own, opp))
    threatened = in_atari(own, empty)
    firm = without(opp, in_atari(opp, empty))
    number = 0
    points = empty
    while not is_empty(points):
        point = first(points)
        points = drop_first(points)
        stone = single(point)
        if may_place(stone, empty, threatened, firm):
            worth = 1 + count(both(next_to(stone), empty))
            worth += 4 if not meets(stone, border) else 0
            worth += 8 if meets(next_to(stone), threatened) else 0
            places[number] = worth << MOVE_BITS | point
            number += 1
    places[number] = PASS_MOVE
    return number + 1


@inline
def list_replies(replies: Array[i64], region: Board, border: Board, own: Board, opp: Board, ko: Board) -> int:
    """Write the answers of a chain's side in a region, those first that leave few points off the chain; gives their
    number. A stone beside the chain is of it.
    """
    empty = without(region, either(own, opp))
    threatened = in_atari(opp, empty)
    firm = without(own, in_atari(own, empty))
    number = 0
    points = without(empty, ko)
    while not is_empty(points):
        point = first(points)
        points = drop_first(points)
        stone = single(point)
        joins = meets(stone, border)
        if joins or may_place(stone, empty, threatened, firm):
            left = without(region, spread(stone, either(own, stone)) if joins else empty_set())
            off = without(left, next_to(without(FULL, left)))
            taken = spread(both(next_to(stone), threatened), threatened)
            room = count(both(next_to(stone), empty))
            worth = 16 * (CELLS - count(off)) + 8 * count(taken) + room
            replies[number] = worth << MOVE_BITS | point
            number += 1
    return number


@inline
def list_regions(regions: Array[ChainRegion], points: Board, border: Board, own: Board, opp: Board) -> int:
    """Write the connected parts of a set, and the eyes that a chain has in each as it is; gives their number."""
    number = 0
    while not is_empty(points):
        region = part_of(points)
        points = without(points, region)
        regions[number].points = region
        regions[number].eyes = eyes_as_it_is(region, both(border, region), own, opp)
        number += 1
    return number


@inline
def region_to_search(regions: Array[ChainRegion], number: int, more: bool) -> int:
    """The smallest region that is not settled; if all are and ``more`` eyes are wanted, the smallest that may give one;
    else -1.
    """
    chosen = -1
    least = 2 * CELLS
    for index in range(number):
        now = regions[index].eyes
        size = count(regions[index].points) + (0 if now == UNSETTLED else CELLS)
        if size < least and (now == UNSETTLED or (more and (now == 0 or now == 1))):
            chosen = index
            least = size
    return chosen


@inline
def known_of_region(first_set: Board, second_set: Board, context: SearchContext) -> int:
    """What the table knows of a region, as its entry has it: see REGION_KIND; 0 for nothing."""
    entry = find_entry(go_bucket(first_set, second_set, context), first_set, second_set, REGION_KIND)
    if entry.address == 0:
        return 0
    known = entry.data
    return known if is_whole(entry, first_set, known, entry.rest) else 0


@kernel("int64(B, B, B, int64, int64, int64, SearchContext)")
def gives_eyes(points: Board, own: Board, opp: Board, eyes: int, spare: int, depth: int, context: SearchContext) -> int:
    """Whether the regions in a set give a chain, which is around them, so many eyes in all, by so many answers: 1 or 0.

    The other side moves first. ``own`` are stones of the chain's side in there, ``opp`` the other's. All but so many
    ``spare`` points must become the chain's side's. After a stop it gives 0, which means nothing.
    """
    memory = RegionScratch(context.scratch).depths[depth]
    regions = memory.regions
    border = both(next_to(without(FULL, points)), points)
    number = list_regions(regions, points, border, own, opp)
    found = 0
    for index in range(number):
        found += max(regions[index].eyes, 0)
    while True:
        chosen = region_to_search(regions, number, found < eyes)
        if chosen < 0:
            return 1 if found >= eyes else 0
        searched = regions[chosen]
        region = searched.points
        size = count(region)
        wanted = searched.eyes + 1
        near = both(border, region)
        mine = both(own, region)
        theirs = both(opp, region)
        enough = count(without(near, either(mine, theirs))) >= wanted
        won = False
        if depth > 0 and size <= MOST_SEARCHED and enough and (wanted < 2 or size > 2):
            first_set = without(region, theirs)
            second_set = either(mine, theirs)
            symmetry = canonical(first_set, second_set)
            first_set = turn_board(first_set, symmetry)
            second_set = turn_board(second_set, symmetry)
            known = known_of_region(first_set, second_set, context)
            won = (known >> 8 * wanted) & 1 != 0
            tried = (known >> 8 * wanted + 1) & 127
            nodes = context.nodes
            if not won and tried < depth:
                places = list_places(memory.places, region, near, mine, theirs)
                for within in range(tried + 1, depth + 1):
                    context.nodes += 1
                    if stopped(context):
                        return 0
                    answered = True
                    empty = without(region, either(mine, theirs))
                    threatened = in_atari(mine, empty)
                    for place in range(places):
                        point = next_listed(memory.places, place, places)
                        stone = empty_set() if point == PASS_MOVE else single(point)
                        taken = spread(both(next_to(stone), threatened), threatened)
                        ko = closed_by_ko(stone, theirs, empty, taken)
                        attackers = either(theirs, stone)
                        left = without(mine, taken)
                        liberties = count(without(near, either(left, attackers)))
                        if liberties >= wanted and eyes_as_it_is(region, near, left, attackers) >= wanted:
                            continue
                        room = without(region, either(left, attackers))
                        weak = in_atari(attackers, room)
                        replies = list_replies(memory.replies, region, near, left, attackers, ko)
                        answered = False
                        for reply in range(replies):
                            answer = single(next_listed(memory.replies, reply, replies))
                            gone = spread(both(next_to(answer), weak), weak)
                            grown = empty_set()
                            if meets(answer, near):
                                grown = spread(answer, either(left, answer))
                            said = gives_eyes(
                                without(region, grown),
                                without(either(left, answer), grown),
                                without(attackers, gone),
                                wanted,
                                0,
                                within - 1,
                                context,
                            )
                            if told_to_stop(context):
                                return 0
                            if said != 0:
                                answered = True
                                break
                        if not answered:
                            break
                    if answered:
                        won = True
                        break
                keep_region(first_set, second_set, wanted, won, depth, context.nodes - nodes, context)
        if won:
            found += 1 if wanted > 0 else 0
            searched.eyes = wanted
        elif wanted > 0:
            searched.eyes = wanted - 1 + NO_MORE
        else:
            spare -= size
            if spare < 0:
                return 0
            searched.eyes = GIVEN_UP


@inline
def keep_region(
    first_set: Board, second_set: Board, eyes: int, won: bool, depth: int, nodes: int, context: SearchContext
) -> None:
    """Remember whether a region gives so many eyes, and so all fewer; or in how many answers it does not."""
    known = known_of_region(first_set, second_set, context)
    for number in range(3):
        shift = 8 * number
        if won and number <= eyes:
            known |= 1 << shift
        elif not won and number >= eyes and (known >> shift + 1) & 127 < depth:
            known = known & ~(127 << shift + 1) | depth << shift + 1
    bucket = go_bucket(first_set, second_set, context)
    entry = entry_for(bucket, first_set, second_set, REGION_KIND, context)
    write_entry(entry, first_set, second_set, known, REGION_KIND << KIND_SHIFT, nodes, context)


@inline
def holds_by_regions(own: Board, opp: Board, spare: int, context: SearchContext) -> bool:
    """Whether one of a side's chains lives by regions, and all but so many points are its side's. The other moves."""
    chains = own
    empty = without(FULL, either(own, opp))
    while not is_empty(chains):
        chain = part_of(chains)
        chains = without(chains, chain)
        if count(chain) >= LEAST_CHAIN and count(both(next_to(chain), empty)) > 1:
            large = 0
            rest = without(FULL, chain)
            while not is_empty(rest):
                region = part_of(rest)
                rest = without(rest, region)
                large += count(region) if count(region) > MOST_SEARCHED else 0
            if large <= spare:
                points = without(FULL, chain)
                if gives_eyes(points, without(own, chain), opp, 2, spare, ANSWERS, context) != 0:
                    return True
    return False
