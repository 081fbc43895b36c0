/** What a spreadsheet puts in quotes: a cell with a tab or a line end in it. */
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
const PLAIN = /[^\t\r\n]*/y;
const LINE_END = /\r\n|[\r\n]/y;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** A cell and where it ends; quotes that hold neither tab nor line end belong to what stands in the cell. */
function cellAt(text: string, at: number): readonly [value: string, end: number] {
  const quoted = text[at] === '"' ? matchAt(QUOTED, text, at) : null;
  const inner = quoted?.[1] ?? '';
  if (quoted && /[\t\r\n]/.test(inner)) return [inner.replaceAll('""', '"'), at + quoted[0].length];
  const [plain] = matchAt(PLAIN, text, at) ?? [''];
  return [plain, at + plain.length];
}

/** Rows of cells as spreadsheets copy them: a tab between cells, a line end after each row. */
export function pastedCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length || row.length > 0; ) {
    const [value, end] = cellAt(text, at);
    row.push(value);
    if (text[end] === '\t') {
      at = end + 1;
      continue;
    }
    rows.push(row);
    row = [];
    at = end + (matchAt(LINE_END, text, end)?.[0].length ?? 0);
  }
  return rows;
}
