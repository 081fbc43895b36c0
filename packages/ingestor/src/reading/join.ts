import { RowScanner } from '@datasarana/sources/node';
import type { Input, Waiting, WaitingPart } from '../state/rows.ts';
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
  const { head } = first.batch;
  const isTold = all.some(({ batch }) => batch.aside.length > 0);
  const query: Batch['query'] = { ...first.batch.query, ...(isTold && { aside: 'true' }) };
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
  return { body: [listOf(parts), head, LINE_FEED, ...rows], parts, query: { ...query, parts: 'true' } };
}

const listOf = (parts: readonly WaitingPart[]): Buffer =>
  Buffer.from(`${JSON.stringify(parts.map(({ input, at, line }) => ({ file: input.slice(-1024), at, line })))}\n`);

/** Where lines begin among rows, by their numbers from 1 on. */
function startsOf(rows: Buffer, lines: readonly number[], delimiter: string): readonly number[] {
  const scanner = new RowScanner(delimiter);
  const starts: number[] = [];
  for (let [at, line] = [0, 1]; at < rows.length; at = scanner.next) {
    if (line === lines[starts.length]) starts.push(at);
    scanner.scan(rows, at, rows.length, true);
    line += 1 + scanner.innerLines;
  }
  return starts;
}

/** Rows of some inputs, which went together with others. */
type Half = Pick<Waiting, 'parts' | 'rows' | 'query'> & { readonly body: readonly Buffer[] };

/** Two batches of one that holds rows of several inputs, in its order. */
export function halves({ parts, query: { parts: _, ...query } }: Waiting, joint: Buffer): readonly Half[] {
  const rows = joint.subarray(joint.indexOf(LINE_FEED) + 1);
  const starts = startsOf(
    rows,
    parts.map(({ at }) => at),
    query.delimiter ?? ',',
  );
  const head = rows.subarray(0, starts[0]);
  const middle = Math.ceil(parts.length / 2);
  return [parts.slice(0, middle), parts.slice(middle)].map((half, i) => {
    const [from, to] = i === 0 ? [starts[0], starts[middle]] : [starts[middle], rows.length];
    const shift = (half[0]?.at ?? 0) - (parts[0]?.at ?? 0);
    const own = half.map((part) => ({ ...part, at: part.at - shift }));
    const body = [head, rows.subarray(from, to)];
    const count = own.reduce((sum, part) => sum + part.rows, 0);
    if (own.length === 1) return { parts: own, rows: count, query, body };
    return { parts: own, rows: count, query: { ...query, parts: 'true' }, body: [listOf(own), ...body] };
  });
}
