/** A place on a grid of 1e-7 degrees (about a centimetre): whole numbers, so that every answer below is exact. */
export type Place = readonly [x: number, y: number];

/** Products of grid differences reach 2^65; the double's error of two of them is far below this. */
const SURE = 2 ** 16;

/** On which side of the line from `a` to `b` a place lies: 1 left, -1 right, 0 on it. */
export function sideOf([ax, ay]: Place, [bx, by]: Place, [cx, cy]: Place): -1 | 0 | 1 {
  const turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (turn > SURE) return 1;
  if (turn < -SURE) return -1;
  const exact = BigInt(bx - ax) * BigInt(cy - ay) - BigInt(by - ay) * BigInt(cx - ax);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}

const between = (value: number, one: number, other: number): boolean =>
  value >= Math.min(one, other) && value <= Math.max(one, other);

export const same = ([ax, ay]: Place, [bx, by]: Place): boolean => ax === bx && ay === by;

/** A straight stretch, both ends included. */
export type Edge = readonly [from: Place, to: Place];

export const isOn = (place: Place, [from, to]: Edge): boolean =>
  between(place[0], from[0], to[0]) && between(place[1], from[1], to[1]) && sideOf(from, to, place) === 0;

/** Two edges have a place in common. */
export function edgesMeet([a, b]: Edge, [c, d]: Edge): boolean {
  if (crossesOver([a, b], [c, d])) return true;
  return isOn(a, [c, d]) || isOn(b, [c, d]) || isOn(c, [a, b]) || isOn(d, [a, b]);
}

/** Two edges cross in the middle of both. */
export function crossesOver([a, b]: Edge, [c, d]: Edge): boolean {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return false;
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false;
  return sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0;
}

/** The stretches of an edge between those of the places that lie on it. */
export function cutAt([from, to]: Edge, places: readonly Place[]): readonly Edge[] {
  const along = ([x, y]: Place) => Math.abs(x - from[0]) + Math.abs(y - from[1]);
  const stops = [from, ...places.filter((place) => isOn(place, [from, to])), to]
    .sort((a, b) => along(a) - along(b))
    .filter((place, i, all) => i === 0 || !same(place, all[i - 1] ?? from));
  return stops.slice(1).map((stop, i) => [stops[i] ?? from, stop]);
}
