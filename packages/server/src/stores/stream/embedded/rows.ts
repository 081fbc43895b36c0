const QUOTE = 0x22;
const LF = 0x0a;

const lines = (text: string): readonly string[] => text.split('\n').slice(0, -1);

/** Rows of normalised CSV: a line end inside quotes belongs to its cell; a doubled quote closes and opens again. */
function csvRows(text: string): readonly string[] {
  const rows: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) quoted = !quoted;
    else if (char === LF && !quoted) {
      rows.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return rows;
}

/** Splits a block into its rows, as the format asks. */
export function rowsOf(format: 'csv' | 'ndjson'): (text: string) => readonly string[] {
  return format === 'csv' ? csvRows : lines;
}
