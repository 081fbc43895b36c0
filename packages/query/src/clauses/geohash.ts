import { malformed } from '@datasarana/schema';

/** The geohash alphabet (MAP-12). */
export const GEOHASH_ALPHABET = '0123456789bcdefghjkmnpqrstuvwxyz';

/** Degrees; a point belongs to the cell when west ≤ lon < east and south ≤ lat < north. */
export interface GeohashCell {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** The cell of a geohash; 'Invalid geohash' when it is empty or has a foreign letter. */
export function decodeGeohash(geohash: string): GeohashCell {
  let [west, east, south, north] = [-180, 180, -90, 90];
  let even = true;
  for (const letter of checkedGeohash(geohash)) {
    const digit = GEOHASH_ALPHABET.indexOf(letter);
    for (let bit = 4; bit >= 0; bit--) {
      const upper = ((digit >> bit) & 1) === 1;
      const middle = even ? (west + east) / 2 : (south + north) / 2;
      if (even && upper) west = middle;
      else if (even) east = middle;
      else if (upper) south = middle;
      else north = middle;
      even = !even;
    }
  }
  return { west, east, south, north };
}

/** The geohash of `precision` letters (1–12) of the cell that holds the point. */
export function encodeGeohash(lat: number, lon: number, precision: number): string {
  let [west, east, south, north] = [-180, 180, -90, 90];
  let geohash = '';
  for (let bit = 0, digit = 0; geohash.length < precision; bit++) {
    const even = bit % 2 === 0;
    const middle = even ? (west + east) / 2 : (south + north) / 2;
    const upper = (even ? lon : lat) >= middle;
    if (even && upper) west = middle;
    else if (even) east = middle;
    else if (upper) south = middle;
    else north = middle;
    digit = digit * 2 + (upper ? 1 : 0);
    if (bit % 5 === 4) {
      geohash += GEOHASH_ALPHABET.charAt(digit);
      digit = 0;
    }
  }
  return geohash;
}

function checkedGeohash(geohash: string): string {
  const lower = geohash.toLowerCase();
  if (lower === '' || [...lower].some((letter) => !GEOHASH_ALPHABET.includes(letter))) {
    throw malformed('Invalid geohash', `A geohash has letters of ${GEOHASH_ALPHABET} only.`);
  }
  return lower;
}
