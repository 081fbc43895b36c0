import { type GeoBox, printBox, readBox } from '../clauses/geo-bounding-box.ts';
import { Fields, readInteger } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, readAtLeast, readField } from './definition.ts';
import { illegalArgument } from './refusal.ts';

/** One bucket per map tile (zoom/x/y of Web Mercator) that holds points, the fullest first. */
export interface GeotileGridAggregation {
  readonly kind: 'geotile_grid';
  readonly field: string;
  /** Zoom level, 0–29. */
  readonly precision: number;
  readonly size: number;
  /** Only points inside the box count. */
  readonly bounds?: GeoBox;
}

const MAX_ZOOM = 29;

export function readZoom(value: unknown, path: string): number {
  const zoom = readInteger(value, path);
  if (zoom >= 0 && zoom <= MAX_ZOOM) return zoom;
  throw illegalArgument(
    `Invalid geotile_grid precision of ${zoom}. Must be between 0 and ${MAX_ZOOM}.`,
    `Correct ${path}.`,
  );
}

export const geotileGridForm: AggregationForm<GeotileGridAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'geotile_grid');
    const node: GeotileGridAggregation = {
      kind: 'geotile_grid',
      field: readField(fields),
      precision: fields.optional('precision', readZoom) ?? 7,
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
      precision: node.precision === 7 ? undefined : node.precision,
      size: node.size === 10_000 ? undefined : node.size,
      bounds: node.bounds && printBox(node.bounds),
    }),
};
