import { isObject } from './call.ts';
import { illegal } from './refusals.ts';

/** @throws PlatformError for a mapping that stands under the name of a type, of which there are none any more */
export function refuseTyped(mapping: unknown): void {
  if (isObject(mapping) && mapping._doc !== undefined && Object.keys(mapping).length === 1)
    throw illegal('The mapping definition cannot be nested under a type');
}
