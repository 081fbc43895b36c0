/** West, south, east, north in degrees; east is beyond 180 where the part of the world lies across the 180th meridian. */
export type Bounds = readonly [number, number, number, number];

/** Across the 180th meridian the map is cut only where that saves as much: most know the world with the Atlantic in it. */
const WORTH_A_TURN = 0.75;

/** The part of the world that holds all places (longitude, latitude); null for none. */
export function boundsOf(places: readonly (readonly number[])[]): Bounds | null {
  if (places.length === 0) return null;
  const lats = places.map(([, lat = 0]) => lat);
  const south = lats.reduce((least, lat) => Math.min(least, lat), 90);
  const north = lats.reduce((most, lat) => Math.max(most, lat), -90);
  const [west, east] = spanOf(places.map(([lon = 0]) => lon));
  return [west, south, east, north];
}

/** From where to where east of it the longitudes lie: the other way round the world where that is much shorter. */
function spanOf(lons: readonly number[]): readonly [number, number] {
  const sorted = [...new Set(lons)].sort((a, b) => a - b);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  let [gap, after] = [0, 0];
  sorted.forEach((lon, i) => {
    const next = sorted[i + 1];
    if (next !== undefined && next - lon > gap) [gap, after] = [next - lon, i + 1];
  });
  const around = 360 - gap;
  if (around >= (last - first) * WORTH_A_TURN) return [first, last];
  return [sorted[after] ?? first, (sorted[after - 1] ?? last) + 360];
}

/** Longitudes of a sight as a search takes them: west beyond east means across the 180th meridian. */
export function boxOf([west, south, east, north]: Bounds): Bounds {
  const whole = east - west >= 360;
  return [whole ? -180 : turned(west), Math.max(-90, south), whole ? 180 : turned(east), Math.min(90, north)];
}

const turned = (lon: number): number => (lon >= -180 && lon <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180);

/** Room between the outermost places and the edges, in px: less on a small map. */
export const paddingOf = (width: number, height: number): number =>
  Math.round(Math.max(8, Math.min(32, Math.min(width, height) * 0.1)));

/** Tile of the world at zoom 0, in px. */
const WORLD = 512;

/** How much of the way around the world a map shows, as a share of it: above 1 there is room for more than one world. */
export const shareAround = (zoom: number, width: number): number => width / (WORLD * 2 ** zoom);

/** The longitude in the middle of a map: one that shows all the way around holds the whole world, once. */
export function middleAround(lon: number, zoom: number, width: number): number {
  const room = (shareAround(zoom, width) - 1) * 180;
  return room < 0 ? lon : Math.max(-room, Math.min(room, turned(lon)));
}

/**
 * Where the middle of a map may stand, as a share of the world from the north: nothing beyond the poles is shown; a world less
 * high than the map stands in its middle.
 */
export function middleWithin(y: number, zoom: number, height: number): number {
  const half = height / 2 / (WORLD * 2 ** zoom);
  return half >= 0.5 ? 0.5 : Math.max(half, Math.min(1 - half, y));
}
