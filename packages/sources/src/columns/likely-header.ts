/** Lines above a table are few: a title, who made it, when. */
const LOOKED_AT = 10;
/** So many names are seldom words of one row. */
const MANY_NAMES = 5;

const textsOf = (row: readonly unknown[]): readonly string[] =>
  row.map((cell) => (typeof cell === 'string' ? cell.trim() : ''));

const filled = (row: readonly unknown[]): readonly string[] => textsOf(row).filter((cell) => cell !== '');

/** Cells from the first that holds something to the last: a table seldom begins at the edge of its sheet. */
function widthOf(row: readonly unknown[]): number {
  const holds = textsOf(row).map((cell) => cell !== '');
  return holds.lastIndexOf(true) - holds.indexOf(true) + 1;
}

/** Numbers of rows are called so. */
const OF_NUMBERS = '#';

/** A name has letters, and no digit before them: neither a figure nor a date. */
const isName = (cell: string): boolean => cell === OF_NUMBERS || (/\p{L}/u.test(cell) && !/^[\d+-]/.test(cell));

/** Columns of figures are often called by their years. */
const isYear = (cell: string): boolean => /^(?:1[5-9]|20)\d\d$/.test(cell);

/** Names, or names and years above what is neither: rows of words and years are no names. */
function areNames(names: readonly string[], below: readonly string[]): boolean {
  const isOf = (cell: string): boolean => isName(cell) || isYear(cell);
  return names.every(isName) || (names.some(isName) && names.every(isOf) && !below.every(isOf));
}

/** The same names under each of several merged cells, as `sales, cost` of each quarter, beside those of other columns, and figures below. */
function areNamesOfGroups(names: readonly string[], below: readonly string[]): boolean {
  const grouped = names.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  const different = new Set(grouped).size;
  const isPattern = different > 1 && grouped.every((name, i) => name === grouped[i % different]);
  return isPattern && below.some((cell) => !isName(cell));
}

/** One name among many stands twice, as the currency beside each of two amounts in statements of banks, above figures. */
const hasOneTwice = (names: readonly string[], below: readonly string[]): boolean =>
  names.length >= MANY_NAMES && new Set(names).size === names.length - 1 && below.some((cell) => !isName(cell));

/**
 * Index of the row that names the columns more likely than `header` does, as below the title of a report: nearly all its cells
 * are names, at least twice as many as the header has, or more of them below merged cells, and a row follows that is as full. Null where the header may stay.
 */
export function likelyHeader(header: readonly unknown[], rows: readonly (readonly unknown[])[]): number | null {
  const named = filled(header).length;
  const at = rows.slice(0, LOOKED_AT).findIndex((row, i) => {
    const names = filled(row);
    const below = rows[i + 1];
    if (below === undefined) return false;
    const areOfGroups = areNamesOfGroups(names, filled(below));
    return (
      names.length >= Math.max(2, areOfGroups ? named + 1 : named * 2, widthOf(row) * 0.8) &&
      areNames(names, filled(below)) &&
      filled(below).length * 2 >= names.length &&
      (new Set(names).size === names.length || areOfGroups || hasOneTwice(names, filled(below)))
    );
  });
  return at < 0 ? null : at;
}

/** A figure, an amount, a date: nothing that names a column. */
const isFigure = (cell: string): boolean =>
  /^[^\p{L}]?[+-]?\d[\d.,:/T +-]*(?:\s*[%€$£¥]|[AP]M|Z)?$/iu.test(cell) && !isYear(cell);

/** What databases write where there is no value. */
const NO_VALUE = '\\N';

/** Whether what stands where names do is one more row: one cell holds no value, or a third of it are figures, each with figures below, and no numbering of columns. */
export function isRow(header: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const [below = []] = rows;
  const names = textsOf(header);
  if (names.length > 1 && names.includes(NO_VALUE)) return true;
  const figures = names.flatMap((cell, at) => (isFigure(cell) ? at : []));
  const isNumbering = figures.every((at, i) => Number(names[at]) === Number(names[figures[0] ?? 0]) + i);
  if (figures.length === 0 || figures.length * 3 < filled(header).length || (figures.length > 1 && isNumbering))
    return false;
  const under = figures.map((at) => below[at]?.trim() ?? '').filter((cell) => cell !== NO_VALUE);
  return under.length > 0 && under.every(isFigure);
}
