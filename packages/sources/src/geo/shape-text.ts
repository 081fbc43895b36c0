import { parseGeoPoint, shapeFault } from '@datasarana/schema';
import { systemFault } from './coordinate-system.ts';
import { shapeOfHex } from './well-known-binary.ts';
import { curveIn, geoJsonOfText, systemOfText } from './well-known-text.ts';

/**
 * A text as it stands for a shape, looked at no further: GeoJSON, well-known text, the bytes of a shape as hexadecimal digits (PostGIS), or
 * `lat, lon` of a point; undefined when it is none of them.
 */
export function shapeOfText(text: string): unknown {
  const value = text.trim();
  if (value.startsWith('{')) return objectOf(value);
  const stored = shapeOfHex(value);
  if (stored !== null) return systemOf(stored.system) === null ? stored.geometry : undefined;
  const written = geoJsonOfText(value);
  if (written !== null) return objectOf(written);
  const point = parseGeoPoint(value);
  return point === null ? undefined : { type: 'Point', coordinates: [point.lon, point.lat] };
}

const systemOf = (system: number): string | null => (system === 0 ? null : systemFault(`EPSG:${system}`));

/** Why a text is no shape that is written in one of these ways. */
export function noShapeFault(text: string): string {
  const fault = systemOf(shapeOfHex(text.trim())?.system ?? systemOfText(text));
  if (fault !== null) return `its ${fault}`;
  const curve = curveIn(text);
  if (curve !== null)
    return `it has a curve (${curve}), which is not read: turn it into lines, as ST_CurveToLine does in PostGIS`;
  return 'it is neither GeoJSON nor well-known text, nor "lat, lon" in degrees';
}

/** What keeps a text from being a shape; null when it is one. */
export function shapeTextFault(text: string): string | null {
  const shape = shapeOfText(text);
  return shape === undefined ? noShapeFault(text) : shapeFault(shape);
}

function objectOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
