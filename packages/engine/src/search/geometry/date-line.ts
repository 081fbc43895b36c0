import { extent } from '../extent.ts';
import type { Place } from './plane.ts';

/** The date line, and a whole turn, on the grid. */
const LINE = 1_800_000_000;
const TURN = 2 * LINE;

type Places = readonly Place[];

/** A line that goes on beyond the date line is cut at it. As in OpenSearch it is otherwise straight, however wide. */
export const splitLine = (places: Places): readonly Places[] =>
  turnsOf(places).flatMap((turn) => cutLine(places.map(([x, y]): Place => [x - turn * TURN, y])));

/** The turns around the globe, each from date line to date line, that places lie in. */
function turnsOf(places: Places): readonly number[] {
  const [west, east] = extent(places.map(([x]) => x));
  const first = Math.floor((west + LINE) / TURN);
  const last = Math.max(first, Math.ceil((east + LINE) / TURN) - 1);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Where the way between two places meets the meridian. */
const meeting = ([ax, ay]: Place, [bx, by]: Place, meridian: number): Place => [
  meridian,
  Math.round(ay + ((by - ay) * (meridian - ax)) / (bx - ax)),
];

/** The stretches of a line between the date lines. */
function cutLine(places: Places): readonly Places[] {
  const lines: Place[][] = [];
  let open: Place[] | null = null;
  for (const [i, place] of places.entries()) {
    const before = places[i - 1];
    const inside = Math.abs(place[0]) <= LINE;
    const cut = before === undefined ? null : crossing(before, place);
    if (cut !== null && inside) open = [cut];
    if (inside) {
      open ??= [];
      open.push(place);
    }
    if (open !== null && (!inside || i === places.length - 1)) {
      lines.push(!inside && cut !== null ? [...open, cut] : open);
      open = null;
    }
  }
  return lines.filter((line) => line.length > 1);
}

/** Where the way leaves or enters the turn; null when it stays on its side. */
function crossing(from: Place, to: Place): Place | null {
  const isIn = Math.abs(from[0]) <= LINE;
  if (isIn === Math.abs(to[0]) <= LINE) return null;
  const [outer] = isIn ? to : from;
  return meeting(from, to, outer > LINE ? LINE : -LINE);
}

/**
 * A polygon that reaches over the date line, cut at it. As in OpenSearch an outer ring wider than half the globe does
 * so when it is given clockwise.
 */
export function splitRings(rings: readonly Places[]): readonly (readonly Places[])[] {
  const [outer = []] = rings;
  const [west, east] = extent(outer.map(([x]) => x));
  const width = east - west;
  const isOver = width > LINE && width !== TURN && isClockwise(outer);
  const whole = isOver ? rings.map((ring) => ring.map(([x, y]): Place => [x < 0 ? x + TURN : x, y])) : rings;
  const turns = turnsOf(whole.flat());
  if (turns.length === 1 && turns[0] === 0) return [whole];
  return turns.map((turn) => {
    const moved = whole.map((ring) => ring.map(([x, y]): Place => [x - turn * TURN, y]));
    return moved.map((ring) => clip(clip(ring, LINE, 1), -LINE, -1)).filter((ring) => ring.length > 2);
  });
}

const isClockwise = (ring: Places): boolean =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [x, y];
    return sum + (nextX - x) * (nextY + y);
  }, 0) > 0;

/** What of a ring lies on one side of a meridian: 1 = up to it, -1 = from it on. */
function clip(ring: Places, meridian: number, side: 1 | -1): Places {
  const isIn = ([x]: Place) => side * x <= side * meridian;
  return ring.flatMap((place, i) => {
    const next = ring[(i + 1) % ring.length] ?? place;
    const kept = isIn(place) ? [place] : [];
    return isIn(place) === isIn(next) ? kept : [...kept, meeting(place, next, meridian)];
  });
}
