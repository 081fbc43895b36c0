import type { Bounds } from './parts.ts';

interface Found {
  west: number;
  east: number;
  south: number;
  north: number;
}

/**
 * A box around all positions of a GeoJSON shape, found without reading it properly. Null when that says nothing: for texts,
 * and for what may reach over the date line.
 */
export function roughBounds(shape: unknown): Bounds | null {
  if (typeof shape !== 'object' || shape === null) return null;
  const coordinates: unknown = Reflect.get(shape, 'coordinates');
  // The corners of an envelope say by their order whether it reaches over the date line.
  if (!Array.isArray(coordinates) || /^envelope$/i.test(String(Reflect.get(shape, 'type')))) return null;
  const found: Found = {
    west: Number.POSITIVE_INFINITY,
    east: Number.NEGATIVE_INFINITY,
    south: Number.POSITIVE_INFINITY,
    north: Number.NEGATIVE_INFINITY,
  };
  widen(found, coordinates);
  const isPlain = found.east - found.west <= 180 && found.west >= -180 && found.east <= 180;
  return isPlain && Math.abs(found.south) <= 90 && Math.abs(found.north) <= 90 ? found : null;
}

function widen(found: Found, list: readonly unknown[]): void {
  const [x, y] = list;
  if (typeof x === 'number' && typeof y === 'number') {
    // Places are brought onto a grid of 1e-7 degrees.
    found.west = Math.min(found.west, x - 1e-7);
    found.east = Math.max(found.east, x + 1e-7);
    found.south = Math.min(found.south, y - 1e-7);
    found.north = Math.max(found.north, y + 1e-7);
    return;
  }
  for (const each of list) if (Array.isArray(each)) widen(found, each);
}
