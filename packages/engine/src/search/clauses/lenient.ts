import { PlatformError } from '@datasarana/schema';
import type { Condition } from '../condition.ts';
import { NOTHING } from './match-none.ts';

/** A value that the field's type cannot hold matches nothing. */
export function lenient(made: () => Condition): Condition {
  try {
    return made();
  } catch (error) {
    if (error instanceof PlatformError) return NOTHING;
    throw error;
  }
}
