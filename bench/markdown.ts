type Cell = string | number | null;

/** Prints a table in Markdown: the first column is words, the others are figures; null is a dash. */
export function printTable(heads: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const line = (cells: readonly Cell[]): string => `| ${cells.map((cell) => cell ?? '–').join(' | ')} |`;
  console.log(line(heads));
  console.log(`|---|${'--:|'.repeat(heads.length - 1)}`);
  for (const row of rows) console.log(line(row));
}
