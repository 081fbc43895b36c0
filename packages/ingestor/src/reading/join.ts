import { RowScanner } from '@datasarana/sources/node';
import type { Input, Waiting } from '../state/rows.ts';
import type { Batch } from './batch-reader.ts';

const LINE_FEED = Buffer.from('\n');

/** Lines that rows take, as the platform counts them. */
function linesIn(rows: Buffer, delimiter: string): number {
  const scanner = new RowScanner(delimiter);
  let lines = 0;
  for (let at = 0; at < rows.length; at = scanner.next) {
    scanner.scan(rows, at, rows.length, true);
    lines += 1 + scanner.innerLines;
  }
  return lines;
}

const isEnded = (rows: Buffer): boolean => rows.at(-1) === 0x0a || rows.at(-1) === 0x0d;

interface Read {
  readonly input: Input;
  readonly batch: Batch;
}

/** Rows as one body. Those of several inputs have the same header, which stands once, behind a list of where each begins. */
export function joined(all: readonly Read[]): Pick<Waiting, 'parts' | 'query'> & { readonly body: readonly Buffer[] } {
  const [first] = all;
  if (!first) throw new Error('A batch without rows.');
  const { head, query } = first.batch;
  const delimiter = query.delimiter ?? ',';
  const parts: Waiting['parts'][number][] = [];
  const rows: Buffer[] = [];
  // the platform takes the list off before it counts
  let at = 1 + linesIn(head, delimiter);
  for (const { input, batch } of all) {
    const { name, mark, rows: read, generation } = input;
    const { rows: count, aside, line, body } = batch;
    parts.push({ input: name, at, line, rows: count, aside: aside.length, before: { mark, rows: read, generation } });
    if (all.length === 1) return { body: [head, LINE_FEED, ...body], parts, query };
    const own = Buffer.concat(isEnded(body.at(-1) ?? LINE_FEED) ? body : [...body, LINE_FEED]);
    at += linesIn(own, delimiter);
    rows.push(own);
  }
  const list = parts.map(({ input, at, line }) => ({ file: input.slice(-1024), at, line }));
  const body = [Buffer.from(`${JSON.stringify(list)}\n`), head, LINE_FEED, ...rows];
  return { body, parts, query: { ...query, parts: 'true' } };
}
