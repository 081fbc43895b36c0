/** What JSON can do in Node 24 and browsers of 2024, of which TypeScript's library does not know yet. */
interface RawJson {
  rawJSON(text: string): object;
  isRawJSON?(value: unknown): boolean;
}

const json: RawJson = JSON as typeof JSON & RawJson;

/** A number that `JSON.stringify` writes by exactly these digits, however many. @throws SyntaxError for a text that is no number */
export const rawNumber = (digits: string): object => json.rawJSON(digits);

/** Whether a value is a number kept by its digits: it looks like an object and is one value. */
export const isRawNumber = (value: unknown): boolean => json.isRawJSON?.(value) ?? false;
