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
