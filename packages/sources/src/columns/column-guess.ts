import type { ValueType } from '@datasarana/schema';
import type { DateFormat } from '../dates/date-format.ts';
import type { Transform } from '../transforms/transform.ts';

/** What a column is taken for from its first values. */
export interface ColumnGuess {
  readonly name: string;
  readonly index: number;
  readonly value_type: ValueType;
  readonly dateFormat?: DateFormat;
  /** Functions the values need before they are of that type. */
  readonly transforms?: readonly Transform[];
  /** Stood at every number, and is left out by a function: what the field counts in. */
  readonly unit?: string;
  /** 0…1: share of the filled values that speak for the type, lowered when another reading fits as well. */
  readonly confidence: number;
  /** Why, in one sentence. */
  readonly reason: string;
  /** First different values, at most 10. */
  readonly sample: readonly string[];
}

/** What the values of one column are taken for; `stray` is the first that is none of it. */
export type Guess = Omit<ColumnGuess, 'name' | 'index' | 'sample'> & { readonly stray?: string };
