import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface MixedFile {
  readonly bytes: Buffer;
  /** Good rows as cells by column name. */
  readonly good: readonly Readonly<Record<string, string>>[];
  /** Lines of the bad rows, ascending. */
  readonly badLines: readonly number[];
}

const source = fileURLToPath(new URL('../node_modules/vega-datasets/data/birdstrikes.csv', import.meta.url));

/** Twenty-five rows that must be refused, of eight kinds, made from a good one. */
const BAD: readonly (readonly [times: number, make: (cells: readonly string[]) => string])[] = [
  [4, (c) => c.with(3, '2000-13-45').join(',')],
  [3, (c) => c.with(0, '').join(',')],
  [4, (c) => c.with(13, 'fast').join(',')],
  [3, (c) => c.with(12, '99999999999').join(',')],
  [3, (c) => c.with(11, '12.5').join(',')],
  [3, (c) => [...c, 'one too many'].join(',')],
  [3, (c) => c.with(1, '"B-737" 400').join(',')],
  [2, (c) => c.with(5, 'Tex\0as').join(',')],
];

/** The real birdstrikes with the bad rows spread behind the first 200, where type guessing has looked its fill. */
export async function mixedBirdstrikes(): Promise<MixedFile> {
  const lines = (await readFile(source, 'utf8')).trimEnd().split(/\r?\n/);
  const [header = '', ...rows] = lines;
  const names = header.split(',');
  const bad = BAD.flatMap(([times, make]) =>
    Array.from({ length: times }, (_, i) => make(splitLine(rows[300 + i] ?? ''))),
  );
  const mixed = [...rows];
  bad.forEach((row, i) => {
    mixed.splice(250 + i * 371, 0, row);
  });
  const badRows = new Set(bad);
  return {
    bytes: Buffer.from([header, ...mixed].join('\n')),
    good: rows.map((row) => Object.fromEntries(splitLine(row).map((cell, i) => [names[i] ?? '', cell]))),
    badLines: mixed.flatMap((row, i) => (badRows.has(row) ? [i + 2] : [])),
  };
}

const splitLine = (line: string): readonly string[] =>
  line
    .match(/("([^"]|"")*"|[^,]*)(,|$)/g)
    ?.slice(0, 14)
    .map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '')) ?? [];

/** How often each value stands in a column, most frequent first, equal ones by value. */
export function counted(rows: MixedFile['good'], column: string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = row[column] ?? '';
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
