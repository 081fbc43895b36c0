import { ValueType } from '@datasarana/schema';
import { shapeTextFault } from '../geo/shape-text.ts';
import { shapeOfHex } from '../geo/well-known-binary.ts';
import type { Guess } from './column-guess.ts';

/** How GeoJSON and well-known text of a shape begin, whatever is wrong further on. */
const LIKE_SHAPE =
  /^\s*(?:\{[\s\S]*"(?:coordinates|geometries)"|(?:SRID=\d+;\s*)?(?:(?:MULTI)?(?:POINT|LINESTRING|POLYGON|CURVE|SURFACE)|GEOMETRYCOLLECTION|CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON)\b)/i;

/** A point as `lat, lon`, of a file with other shapes. */
const LIKE_PAIR = /^\s*-?[\d.]+\s*,\s*-?[\d.]+\s*$/;

/** Lines and areas, points among them; those that are broken are refused one by one instead of making texts of all, and where all are, the texts say why. */
export function guessShape(values: readonly string[], asText: (values: readonly string[]) => Guess): Guess | null {
  const isShape = (value: string): boolean => LIKE_SHAPE.test(value) || shapeOfHex(value.trim()) !== null;
  if (!values.some(isShape) || !values.every((value) => isShape(value) || LIKE_PAIR.test(value))) return null;
  const broken = values.filter((value) => shapeTextFault(value) !== null);
  if (broken.length === values.length) {
    const text = asText(values);
    return {
      ...text,
      reason: `The values look like shapes, but none can be read as one: ${shapeTextFault(broken[0] ?? '')}.`,
    };
  }
  return {
    value_type: ValueType.GeoShape,
    confidence: broken.length > 0 ? 0.6 : 0.95,
    reason:
      broken.length > 0
        ? `${values.length - broken.length} of ${values.length} sampled values are shapes; the others are broken and would be refused.`
        : `All ${values.length} sampled values are shapes.`,
  };
}
