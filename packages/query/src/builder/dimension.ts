import { invalid } from '@datasarana/schema';

/** A field of a source as something to filter or group by. */
export interface Dimension {
  /** The data source it belongs to. */
  readonly source: string;
  readonly field: string;
  /** What is wrong with it: its field is gone, or cannot be read. */
  readonly error?: string;
}

const isDimension = (value: unknown): value is Dimension =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  typeof value.source === 'string' &&
  'field' in value &&
  typeof value.field === 'string';

const refused = (message: string) => invalid({ dimension: message }, message);

/**
 * The dimension, fit to be used under an aggregate of `source` whose fields are given.
 * @throws PlatformError 400 in the words of QRY-15, QRY-16 and QRY-17
 */
export function checkDimension(dimension: unknown, source: string, fields: readonly string[]): Dimension {
  if (!isDimension(dimension)) throw refused('Dimension parameter type is not valid');
  if (dimension.source !== source) {
    throw refused('Dimension does not come from the same data source as the top level aggregate');
  }
  if (dimension.error !== undefined) throw refused('Dimension is in an error state and cannot be used');
  if (!fields.includes(dimension.field)) throw refused('Dimension is not valid');
  return dimension;
}
