import type { RejectedCell, RejectedRow } from '@datasarana/engine';
import { csvRow } from '@datasarana/schema';
import { type BatchPart, placeOfLine } from './batch-parts.ts';

/** The column of a row that could not be taken apart. */
const WHOLE = 'row';

const namesIn = ({ raw }: RejectedRow): readonly string[] => (typeof raw === 'string' ? [WHOLE] : Object.keys(raw));

const told = (cells: readonly RejectedCell[], what: 'field' | 'rule' | 'reason'): string =>
  cells.map((cell) => cell[what]).join('; ');

/**
 * Rejected rows as CSV: line, field, rule and reason in front of the row's own cells (SCR-08), and its file where a batch has several.
 * They are read twice, as any of them may have a column no other has.
 */
export async function* rejectedCsv(
  rows: () => AsyncIterable<RejectedRow>,
  parts: readonly BatchPart[] | undefined,
): AsyncGenerator<string> {
  const names = new Set<string>();
  for await (const row of rows()) for (const name of namesIn(row)) names.add(name);
  yield csvRow([...(parts ? ['file', 'file_line'] : []), 'line', 'field', 'rule', 'reason', ...names]);
  for await (const { line, raw, cells } of rows()) {
    const { at } = placeOfLine(parts, line);
    const place = parts ? [at?.file, at?.line] : [];
    const about = [told(cells, 'field'), told(cells, 'rule'), told(cells, 'reason')];
    const own = typeof raw === 'string' ? { [WHOLE]: raw } : raw;
    yield csvRow([...place, line, ...about, ...[...names].map((name) => own[name])]);
  }
}
