import { type GeoBox, printBox, readBox } from '../clauses/geo-bounding-box.ts';
import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, readAtLeast, readField } from './definition.ts';

/** One bucket per cell of a grid over the globe that holds points, the fullest first. */
export interface GeoGrid<K extends string> {
  readonly kind: K;
  readonly field: string;
  /** How fine the cells are, in the grid's own steps. */
  readonly precision: number;
  readonly size: number;
  /** Only points inside the box count. */
  readonly bounds?: GeoBox;
}

const SIZE = 10_000;

/** The form of a grid; `usual` is the precision when none is given. */
export const geoGridForm = <K extends string>(
  kind: K,
  usual: number,
  readPrecision: (value: unknown, path: string) => number,
): AggregationForm<GeoGrid<K>> => ({
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, kind);
    const node: GeoGrid<K> = {
      kind,
      field: readField(fields),
      precision: fields.optional('precision', readPrecision) ?? usual,
      size: readAtLeast(fields, 'size', 1, name) ?? SIZE,
      ...present({ bounds: fields.optional('bounds', readBox) }),
    };
    readAtLeast(fields, 'shard_size', 1, name);
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      field: node.field,
      precision: node.precision === usual ? undefined : node.precision,
      size: node.size === SIZE ? undefined : node.size,
      bounds: node.bounds && printBox(node.bounds),
    }),
});
