const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
/** Also behind apostrophes, so that taking one away always gives the text as it was. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Text a spreadsheet would run as a formula with an apostrophe in front (SEC-04); numbers stay. */
export const harmlessText = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);

const HARMLESS = /^''*[=+\-@\t\r]/;

/** The text before `harmlessText`: of cells this platform wrote itself. */
export const withoutApostrophe = (text: string): string => (HARMLESS.test(text) ? text.slice(1) : text);

/** One CSV cell; text a spreadsheet would run as a formula gets an apostrophe in front (SEC-04), numbers stay. In quotes a backslash is no escape to who reads it. */
export function csvCell(value: unknown): string {
  const safe = harmlessText(cellText(value));
  return /[",\r\n\\]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** One line of a CSV file with its end. */
export const csvRow = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;
