import { type DateReading, readDateNanos } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { nanosFault } from '../../index/nanos.ts';
import { type FieldSource, hasNanos } from '../index-fields.ts';

/** A moment a query names, in nanoseconds since 1970. @throws PlatformError for one the field's type cannot hold */
export function momentFor(source: FieldSource, given: string | number, reading: DateReading): bigint {
  const nanos = readDateNanos(given, source.path, reading);
  const fault = hasNanos(source) ? nanosFault(nanos) : null;
  if (fault !== null) throw malformed(fault, 'Give a date from 1970-01-01 to 2262-04-11.');
  return nanos;
}
