/** What Node 24's JSON can do that TypeScript's library does not know of yet. */
interface RawJson {
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}

const json = JSON as unknown as RawJson;

/** A reviver that keeps each number with the digits it was written with. */
export const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
    ? json.rawJSON(context.source)
    : value;

/** A number with the digits of a text, where JavaScript's would lose some. */
export const withDigits = (text: string): object => json.rawJSON(text);

/** A number kept by `keepDigits` is one value, though it looks like an object. */
export const isKeptNumber = (value: unknown): boolean => json.isRawJSON(value);
