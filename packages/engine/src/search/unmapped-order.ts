import { malformed } from '@datasarana/schema';
import { isMappedType } from '../documents/mapping.ts';

/** Why nothing is ordered by a field of some type; types that are not here order. */
const REFUSALS: Readonly<Record<string, (type: string) => string>> = {
  text: fielddata,
  match_only_text: fielddata,
  geo_point: distance,
  geo_shape: distance,
  completion: unsupported,
  search_as_you_type: unsupported,
  binary: unsupported,
  flat_object: (type) => `Field [${type}] of type [flat_object] does not support doc_value in root field`,
  alias: () => 'The [path] property must be specified for an alias',
  token_count: () => 'A token_count needs an [analyzer]',
  scaled_float: () => 'Field [scaling_factor] is required',
  constant_keyword: () => 'A constant_keyword needs a [value]',
  object: (type) => `A field of type [${type}] has no values to sort on`,
  nested: (type) => `A field of type [${type}] has no values to sort on`,
};

function fielddata(type: string): string {
  return `Text fields are not optimised for sorting, and [unmapped_type] is [${type}]`;
}

function distance(type: string): string {
  return `can't sort on ${type} field without using specific sorting feature, like geo_distance`;
}

function unsupported(type: string): string {
  return `Fielddata is not supported on a field of type [${type}]`;
}

/** Refuses an `unmapped_type` that is none, or one nothing can be ordered by. */
export function refuseUnmappedType(type: string): void {
  if (!isMappedType(type) && type !== 'join') {
    throw malformed(
      `No mapper found for type [${type}]`,
      'Give a type of fields as unmapped_type: long, keyword, date.',
    );
  }
  const refusal = Object.hasOwn(REFUSALS, type) ? REFUSALS[type] : undefined;
  if (refusal !== undefined) throw malformed(refusal(type), 'Give long, keyword or date as unmapped_type.');
}
