import type { SetAside } from '../rows/row-reader.ts';
import type { Escape } from './escape.ts';
import { escapedCells, rawCells } from './escaped-cells.ts';
import { EscapedScanner } from './escaped-scanner.ts';
import { lineAt } from './row-finder.ts';
import { QUOTE_FAULTS, type SplitOptions, type SplitRows, splitRows } from './split.ts';

/** What parts the cells of a text, and what its backslashes are. */
export interface Dialect {
  readonly delimiter: string;
  /** Null where backslashes are letters. */
  readonly escapes: Escape | null;
}

/** Splits delimited text of any dialect, else as `splitRows` does. */
export const splitText = (
  text: string,
  { delimiter, escapes }: Dialect,
  limit = Number.POSITIVE_INFINITY,
  options: SplitOptions = {},
): SplitRows =>
  escapes === null
    ? splitRows(text, delimiter, limit, options)
    : splitEscaped(text, { delimiter, escapes }, limit, options);

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

function splitEscaped(
  text: string,
  { delimiter, escapes }: { readonly delimiter: string; readonly escapes: Escape },
  limit: number,
  { strict = false, isPart = false }: SplitOptions,
): SplitRows {
  const bytes = new TextEncoder().encode(text);
  const scanner = new EscapedScanner(delimiter, escapes);
  const found = { rows: [] as (readonly string[])[], lines: [] as number[], setAside: [] as SetAside[] };
  const take = (from: number, to: number, line: number): void => {
    found.rows.push(escapedCells(DECODER.decode(bytes.subarray(from, to)), delimiter, escapes));
    found.lines.push(line);
  };
  /** Whether the last cell of what begins there stands in quotes: without, it is only cut. */
  const isOpen = (from: number): boolean =>
    escapes === 'enclosed' && rawCells(DECODER.decode(bytes.subarray(from)), delimiter, escapes).at(-1)?.[0] === '"';
  let openQuote: number | null = null;
  for (let [at, line] = [0, 1]; at < bytes.length && found.rows.length < limit; ) {
    const end = scanner.scan(bytes, at, bytes.length, !isPart);
    if (end === 'row') take(at, scanner.end, line);
    if (end === 'row' || end === 'blank') {
      at = scanner.next;
      line += 1 + scanner.innerLines;
      continue;
    }
    if (end === 'cut' && isOpen(at)) openQuote ??= line;
    if (!strict || (isPart && end === 'cut')) {
      take(at, bytes.length, line);
      break;
    }
    const broken = lineAt(bytes, at, true);
    const raw = DECODER.decode(bytes.subarray(at, broken?.end));
    found.setAside.push({ line, raw, rule: 'quote', reason: end === 'cut' ? QUOTE_FAULTS.open : QUOTE_FAULTS.after });
    at = broken?.next ?? bytes.length;
    line++;
  }
  return { ...found, openQuote };
}
