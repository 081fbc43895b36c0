/** What became of rows that came in: `read = accepted + replaced + unchanged + rejected`, always (STR-03). */
export interface RowCounts {
  readonly read: number;
  /** New. */
  readonly accepted: number;
  /** In the place of a stored row with the same key. */
  readonly replaced: number;
  /** Stored already with the same values. */
  readonly unchanged: number;
  /** Kept apart, with a reason per cell. */
  readonly rejected: number;
}

/** Counts of nothing. */
export const NO_ROWS: RowCounts = Object.freeze({ read: 0, accepted: 0, replaced: 0, unchanged: 0, rejected: 0 });

/** What became of the rows of both. */
export const addRowCounts = (one: RowCounts, other: RowCounts): RowCounts => ({
  read: one.read + other.read,
  accepted: one.accepted + other.accepted,
  replaced: one.replaced + other.replaced,
  unchanged: one.unchanged + other.unchanged,
  rejected: one.rejected + other.rejected,
});
