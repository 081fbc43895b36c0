export interface ResultKey {
  /** What is shown. */
  readonly label: string;
  /** What the bucket holds, for filtering by it. */
  readonly value: string | number;
  /** As it leaves in a file, where that is not what is shown. */
  readonly exported?: string;
  /** Of what the shown values leave over: those values. */
  readonly besides?: readonly (string | number)[];
}

export interface ResultRow {
  readonly keys: readonly ResultKey[];
  readonly figures: readonly (number | null)[];
  readonly documents: number;
  /** How much the last group stands out, when it is one of what stands out. */
  readonly score?: number;
}

/** Documents in some rows; one in several of them counts as often. */
export const documentsIn = (rows: readonly ResultRow[]): number =>
  rows.reduce((sum, { documents }) => sum + documents, 0);
