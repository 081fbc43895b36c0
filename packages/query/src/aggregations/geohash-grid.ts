import { type GeoBox, printBox, readBox } from '../clauses/geo-bounding-box.ts';
import { Fields, readInteger, readText } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import type { AggregationForm } from './definition.ts';

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
  parse: (value, path) => {
    const fields = new Fields(value, path, 'geohash_grid');
    const node: GeohashGridAggregation = {
      kind: 'geohash_grid',
      field: fields.required('field', readText),
      precision: fields.optional('precision', (given, at) => readInteger(given, at, { min: 1, max: 12 })) ?? 5,
      size: fields.optional('size', (given, at) => readInteger(given, at, { min: 1 })) ?? 10_000,
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
