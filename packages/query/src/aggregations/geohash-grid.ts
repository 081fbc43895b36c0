import { METRES, readDistance } from '../clauses/geo-distance.ts';
import { readInteger } from '../reading/fields.ts';
import { type GeoGrid, geoGridForm } from './geo-grid.ts';

/** One bucket per geohash cell; the precision is the letters of the geohash, 1–12. */
export type GeohashGridAggregation = GeoGrid<'geohash_grid'>;

export const geohashGridForm = geoGridForm('geohash_grid', 5, readPrecision);

/** Height and width of a cell in metres at the equator, by number of letters less one. */
const CELLS: readonly (readonly [height: number, width: number])[] = Array.from({ length: 12 }, (_, i) => {
  const bits = 5 * (i + 1);
  const [latBits, lonBits] = [Math.floor(bits / 2), Math.ceil(bits / 2)];
  return [20_003_931.458_6 / 2 ** latBits, 40_075_016.685_6 / 2 ** lonBits];
});

/** Letters, or a distance such as `5km` that a cell's sides must not exceed. */
function readPrecision(value: unknown, path: string): number {
  const isDistance = typeof value === 'string' && Object.keys(METRES).some((unit) => value.trim().endsWith(unit));
  if (!isDistance) return readInteger(value, path, { min: 1, max: 12 });
  const metres = readDistance(value, path);
  const found = CELLS.findIndex(([height, width]) => height <= metres && width <= metres);
  return found < 0 ? 12 : found + 1;
}
