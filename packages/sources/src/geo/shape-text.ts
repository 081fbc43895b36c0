import { parseGeoPoint, shapeFault } from '@datasarana/schema';
import { geoJsonOfText, systemOfTextFault } from './well-known-text.ts';

/** A text as it stands for a shape, looked at no further: GeoJSON, well-known text, or `lat, lon` of a point; undefined when it is none of them. */
export function shapeOfText(text: string): unknown {
  const value = text.trim();
  if (value.startsWith('{')) return objectOf(value);
  const written = geoJsonOfText(value);
  if (written !== null) return objectOf(written);
  const point = parseGeoPoint(value);
  return point === null ? undefined : { type: 'Point', coordinates: [point.lon, point.lat] };
}

/** What is said of a text that is written in none of these ways. */
export const NO_SHAPE = 'it is neither GeoJSON nor well-known text, nor "lat, lon" in degrees';

/** What keeps a text from being a shape; null when it is one. */
export function shapeTextFault(text: string): string | null {
  const shape = shapeOfText(text);
  return shape === undefined ? (systemOfTextFault(text) ?? NO_SHAPE) : shapeFault(shape);
}

function objectOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
