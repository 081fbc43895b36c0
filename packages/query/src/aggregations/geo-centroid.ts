import { Fields } from '../reading/fields.ts';
import { type AggregationForm, readField } from './definition.ts';

/** Mean point and number of points. */
export interface GeoCentroidAggregation {
  readonly kind: 'geo_centroid';
  readonly field: string;
}

export const geoCentroidForm: AggregationForm<GeoCentroidAggregation> = {
  shape: 'metric',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'geo_centroid');
    const field = readField(fields);
    fields.done();
    return { kind: 'geo_centroid', field };
  },
  print: (node) => ({ field: node.field }),
};
