import { parseGeoPoint, shapeFault } from '@datasarana/schema';
import { noShapeFault, shapeOfText } from '@datasarana/sources';
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

export const readShape: Rule = (value, field, context) => {
  const shape = typeof value === 'string' ? shapeOfText(value) : value;
  const fault = shape === undefined ? noShapeFault(String(value)) : shapeFault(shape);
  if (fault !== null) {
    context.refuse('shape', `${field.label}: ${quoteValue(value)} is not a GeoJSON geometry: ${fault}`, value);
    return null;
  }
  const text = JSON.stringify(shape);
  return fits(text, field, context) ? text : null;
};
