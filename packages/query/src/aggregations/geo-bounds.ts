import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, readField } from './definition.ts';

/** Top-left and bottom-right corner of all points. */
export interface GeoBoundsAggregation {
  readonly kind: 'geo_bounds';
  readonly field: string;
  /** Allows a box across the date line when that one is narrower. */
  readonly wrapLongitude: boolean;
}

export const geoBoundsForm: AggregationForm<GeoBoundsAggregation> = {
  shape: 'metric',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'geo_bounds');
    const node: GeoBoundsAggregation = {
      kind: 'geo_bounds',
      field: readField(fields),
      wrapLongitude: fields.flag('wrap_longitude', true),
    };
    fields.done();
    return node;
  },
  print: (node) => present({ field: node.field, wrap_longitude: node.wrapLongitude ? undefined : false }),
};
