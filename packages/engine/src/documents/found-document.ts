import type { IndexLayout } from '../index/layout.ts';
import { keptText } from './source-rule.ts';
import { SourceText } from './source-text.ts';

/** A document as `_get` answers it. */
export interface FoundDocument {
  readonly id: string;
  readonly version: number;
  readonly seqNo: number;
  readonly routing: string | null;
  /** Fields with values that did not fit and were passed over. */
  readonly ignored: readonly string[];
  readonly source: SourceText;
}

/** A document from its row. */
export const documentOf = (layout: IndexLayout, row: Readonly<Record<string, unknown>>): FoundDocument => ({
  id: String(row._id),
  version: Number(row._version),
  seqNo: Number(row._seq_no),
  routing: typeof row._routing === 'string' ? row._routing : null,
  ignored: Array.isArray(row._ignored) ? row._ignored.map(String) : [],
  source: new SourceText(keptText(layout, row)),
});
