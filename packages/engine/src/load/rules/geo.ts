import { parseGeoPoint, shapeFault } from '@datasarana/schema';
import { quoteValue, type Rule } from './cell.ts';
import { fits } from './text.ts';

const FORMS = 'write it as "lat, lon" with latitude -90 to 90 and longitude -180 to 180';

export const readPoint: Rule = (value, field, { refuse }) => {
  const point = parseGeoPoint(value);
  if (point === null) {
    refuse('point', `${field.label}: ${quoteValue(value)} is not a point; ${FORMS}`, value);
    return null;
  }
  return { lat: point.lat === 0 ? 0 : point.lat, lon: point.lon === 0 ? 0 : point.lon };
};

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

export const readShape: Rule = (value, field, context) => {
  const shape = jsonOf(value);
  const fault = shape === undefined ? 'it is not JSON' : shapeFault(shape);
  if (fault !== null) {
    context.refuse('shape', `${field.label}: ${quoteValue(value)} is not a GeoJSON geometry: ${fault}`, value);
    return null;
  }
  const text = JSON.stringify(shape);
  return fits(text, field, context) ? text : null;
};
