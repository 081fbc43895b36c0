import type { FuzzCase } from './calls.ts';

/** A difference, and as texts what was asked of what. */
export interface Difference {
  readonly said: string;
  readonly asked: string;
  readonly mapped: string;
  readonly stored: string;
  readonly each: FuzzCase;
  /** The answers it lies in, whole. */
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** A fact about OpenSearch 2.19 that makes an answer differ, or a choice `docs/deviations.md` admits; all tests hold. */
export interface Known {
  readonly because: string;
  readonly said?: RegExp;
  readonly asked?: RegExp;
  readonly mapped?: RegExp;
  readonly stored?: RegExp;
  readonly holds?: (difference: Difference) => boolean;
}
