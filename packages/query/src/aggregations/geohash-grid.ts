import { type GeoBox, printBox, readBox } from '../clauses/geo-bounding-box.ts';
import { METRES, readDistance } from '../clauses/geo-distance.ts';
import { Fields, readInteger } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, readAtLeast, readField } from './definition.ts';

/** One bucket per geohash cell that holds points, the fullest first. */
export interface GeohashGridAggregation {
  readonly kind: 'geohash_grid';
  readonly field: string;
  /** Letters of the geohash, 1–12. */
  readonly precision: number;
  readonly size: number;
  /** Only points inside the box count. */
  readonly bounds?: GeoBox;
}

export const geohashGridForm: AggregationForm<GeohashGridAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'geohash_grid');
    const node: GeohashGridAggregation = {
      kind: 'geohash_grid',
      field: readField(fields),
      precision: fields.optional('precision', readPrecision) ?? 5,
      size: readAtLeast(fields, 'size', 1, name) ?? 10_000,
      ...present({ bounds: fields.optional('bounds', readBox) }),
    };
    fields.hints('shard_size');
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      field: node.field,
      precision: node.precision === 5 ? undefined : node.precision,
      size: node.size === 10_000 ? undefined : node.size,
      bounds: node.bounds && printBox(node.bounds),
    }),
};

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
