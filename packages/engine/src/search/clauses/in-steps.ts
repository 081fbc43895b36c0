import type { Scalar } from '@datasarana/query';
import { keptReal } from '../../documents/shapes/place.ts';
import type { IndexLayout } from '../../index/layout.ts';
import type { FieldSource } from '../index-fields.ts';
import { mappedField } from '../mapped-field.ts';
import { numberOf } from './values.ts';

/** A value that is looked for as a `scaled_float` would keep it, in steps of its factor; for other fields as it is. */
export function inSteps(source: FieldSource, value: Scalar, layout: IndexLayout): Scalar {
  if (source.type !== 'double') return value;
  const mapped = mappedField(layout, source.path);
  return mapped?.type === 'scaled_float' ? keptReal(mapped)(numberOf(source, value)) : value;
}

/** What a decimal field keeps of a number: the nearest one of its bits, or of its steps. */
export function keptOf(source: Pick<FieldSource, 'type' | 'path'>, layout: IndexLayout): (number: number) => number {
  if (source.type === 'float') return Math.fround;
  if (source.type === 'half_float') return Math.f16round;
  const mapped = source.type === 'double' ? mappedField(layout, source.path) : null;
  return mapped?.type === 'scaled_float' ? keptReal(mapped) : (number) => number;
}
