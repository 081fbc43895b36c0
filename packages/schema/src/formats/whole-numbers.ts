/** Whole numbers beyond 2^53 as text, which every reader of numbers takes: parsed plainly they would be rounded. */
const wholeAsText = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

/** JSON whose whole numbers keep all their digits. @throws SyntaxError */
export const parseWhole = (text: string): unknown =>
  /\d{16}/.test(text) ? JSON.parse(text, wholeAsText) : JSON.parse(text);
