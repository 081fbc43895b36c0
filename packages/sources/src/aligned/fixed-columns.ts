import { columnNames } from '../csv/header.ts';

/** Places in a line from `from` on before `to`, of which one parts two columns. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Where the columns of a table stand whose cells are set below each other. */
export interface FixedColumns {
  readonly names: readonly string[];
  /** One between each two columns. */
  readonly gaps: readonly Gap[];
  /** What stands in the gaps. */
  readonly sign: ' ' | '|';
  /** 1-based line of the names; the rows stand below it. */
  readonly header: number;
}

const LOOKED_AT = 60;
const LINES_ABOVE = 20;

/** Dashes below the names, a run for each column, as `sqlcmd`, SQL*Plus and mainframes write them. */
const RULE = /^ *(?:-{2,}|={2,})(?: +(?:-{2,}|={2,}))+ *$/;
/** The line of a list that is drawn with lines. */
const DRAWN_RULE = /^-{10,}$/;
const DRAWN_ROW = /^\|.*\|$/;

/** Whether a line is drawn, and holds nothing. */
export const isRule = (line: string): boolean => /^[-= |+]+$/.test(line) && /--|==/.test(line);

/** The cells of a line, without the spaces around them; null where text stands in a gap. */
export function cutLine(line: string, { gaps, sign }: Pick<FixedColumns, 'gaps' | 'sign'>): readonly string[] | null {
  const text = sign === '|' ? line.slice(1, -1) : line;
  const cells: string[] = [];
  let at = 0;
  for (const { from, to } of gaps) {
    const end = placeIn(text, from, to, sign);
    if (end < 0) return null;
    cells.push(text.slice(at, end).trim());
    at = end + 1;
  }
  return [...cells, text.slice(at).trim()];
}

/** Where the columns are parted in this line: cells may reach into a gap from one side. */
function placeIn(text: string, from: number, to: number, sign: string): number {
  const gap = text.slice(from, to);
  if (sign !== ' ') return gap === sign ? from : -1;
  const words = gap.trim();
  if (words === '') return from;
  if (gap.length > 1 && gap.endsWith(' ') && !gap.trimEnd().includes(' ')) return from + words.length;
  return gap.startsWith(' ') && !gap.trimStart().includes(' ') ? to - words.length - 1 : -1;
}

/** The columns of a table that is set below each other; null for any other text. `isPart` = it goes on beyond its end. */
export function fixedColumnsOf(text: string, isPart: boolean): FixedColumns | null {
  const all = text.split(/\r\n|\r|\n/, LOOKED_AT + 1);
  const lines = (isPart && all.length <= LOOKED_AT ? all.slice(0, -1) : all.slice(0, LOOKED_AT)).map((line) =>
    line.trimEnd(),
  );
  return belowRule(lines) ?? drawn(lines) ?? withoutRule(lines);
}

/** Signs that part cells of other tables. */
const OTHER_SIGNS = /[,;\t|]/;

function belowRule(lines: readonly string[]): FixedColumns | null {
  const at = lines.findIndex((line, i) => i > 0 && RULE.test(line) && !isRule(lines[i - 1] ?? ''));
  const names = lines[at - 1] ?? '';
  if (at < 1 || at > LINES_ABOVE || names.trim() === '' || OTHER_SIGNS.test(names)) return null;
  const runs = Array.from((lines[at] ?? '').matchAll(/[-=]+/g), ({ index, 0: run }) => [index, index + run.length]);
  const gaps = runs.slice(1).map(([start = 0], i) => ({ from: runs[i]?.[1] ?? 0, to: start }));
  return named(names, { gaps, sign: ' ', header: at });
}

/** A list of SAP: its lines are parted by `|` below each other, and rules stand above and below the names. */
function drawn(lines: readonly string[]): FixedColumns | null {
  const at = lines.findIndex(
    (line, i) => DRAWN_ROW.test(line) && DRAWN_RULE.test(lines[i - 1] ?? '') && DRAWN_RULE.test(lines[i + 1] ?? ''),
  );
  const names = lines[at] ?? '';
  if (at < 0 || at > LINES_ABOVE) return null;
  const gaps = Array.from(names.slice(1, -1).matchAll(/\|/g), ({ index }) => ({ from: index, to: index + 1 }));
  return gaps.length === 0 ? null : named(names, { gaps, sign: '|', header: at + 1 });
}

function named(line: string, columns: Omit<FixedColumns, 'names'>): FixedColumns | null {
  const names = cutLine(line, columns);
  return names && { names: columnNames(names), ...columns };
}

const LEAST_LINES = 3;
const LEAST_COLUMNS = 3;
const IS_NAME = /^(?:\p{L}|[%#]|\d\p{L}|\d+[KMGB-])/u;

/** Names above cells with spaces alone between them, as `ps` and `df` print: places that are empty in each line part the columns. */
function withoutRule(lines: readonly string[]): FixedColumns | null {
  const filled = lines.filter((line) => line !== '');
  const [header = '', ...rows] = filled;
  if (
    filled.length < LEAST_LINES ||
    lines[0] === '' ||
    OTHER_SIGNS.test(header) ||
    filled.some((line) => line.includes('\t'))
  )
    return null;
  if (!header.includes('  ') || rows.some((row) => !/\S {2,}\S/.test(row))) return null;
  const gaps = gapsWithNames(emptyPlaces(filled), header, rows);
  const columns = { gaps, sign: ' ', header: 1 } as const;
  const names = cutLine(header, columns);
  if (gaps.length + 1 < LEAST_COLUMNS || !names?.every((name) => IS_NAME.test(name))) return null;
  const areCells = rows.every((row) => cutLine(row, columns)?.[0] !== '') && new Set(names).size === names.length;
  return areCells ? { names, ...columns } : null;
}

/** Runs of places at which no line has a letter, between two at which some do. */
function emptyPlaces(lines: readonly string[]): readonly Gap[] {
  const width = Math.max(...lines.map(({ length }) => length));
  const gaps: Gap[] = [];
  let from = -1;
  for (let at = 0; at < width; at++) {
    const isEmpty = lines.every((line) => (line[at] ?? ' ') === ' ');
    if (isEmpty && from < 0) from = at;
    if (isEmpty || from < 0) continue;
    if (from > 0) gaps.push({ from, to: at });
    from = -1;
  }
  return gaps;
}

/** Those gaps that part columns: what stands behind one has a name and, in some row, a cell; words of a last column have neither. */
function gapsWithNames(gaps: readonly Gap[], header: string, rows: readonly string[]): readonly Gap[] {
  return gaps.filter(({ to }, i) => {
    const end = gaps[i + 1]?.from;
    const holds = (line: string): boolean => line.slice(to, end).trim() !== '';
    return holds(header) && rows.some(holds);
  });
}
