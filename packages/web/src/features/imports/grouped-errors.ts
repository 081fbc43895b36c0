import type { LedgerError } from '@datasarana/client';

/** Cells of one field that are refused for the same reason. */
export interface GroupedErrors {
  readonly field: string;
  readonly reason: string;
  readonly lines: readonly number[];
}

/** Refused cells by field and reason, in the order of the first of each. */
export const groupedErrors = (errors: readonly LedgerError[]): readonly GroupedErrors[] =>
  [...Map.groupBy(errors, ({ field, reason }) => JSON.stringify([field, reason])).values()].flatMap((alike) => {
    const [first] = alike;
    return first ? [{ field: first.field, reason: first.reason, lines: alike.map(({ line }) => line) }] : [];
  });
