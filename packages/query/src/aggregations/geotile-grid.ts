import { readInteger } from '../reading/fields.ts';
import { type GeoGrid, geoGridForm } from './geo-grid.ts';
import { illegalArgument } from './refusal.ts';

/** One bucket per map tile (zoom/x/y of Web Mercator); the precision is the zoom level, 0–29. */
export type GeotileGridAggregation = GeoGrid<'geotile_grid'>;

const MAX_ZOOM = 29;

export function readZoom(value: unknown, path: string): number {
  const zoom = readInteger(value, path);
  if (zoom >= 0 && zoom <= MAX_ZOOM) return zoom;
  throw illegalArgument(
    `Invalid geotile_grid precision of ${zoom}. Must be between 0 and ${MAX_ZOOM}.`,
    `Correct ${path}.`,
  );
}

export const geotileGridForm = geoGridForm('geotile_grid', 7, readZoom);
