/** A number kept with all its digits: what `JSON.parse` alone would round. */
interface Source {
  readonly source?: string;
}

const LONG_NUMBER = /\d{16}/;
const rawJson = (source: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source);

const exactly = (_key: string, value: unknown, context?: Source): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && context?.source && /^-?\d+$/.test(context.source)
    ? rawJson(context.source)
    : value;

/** Parses JSON; whole numbers beyond 2^53 keep their digits when they are written again. */
export const parseExact = (text: string): unknown =>
  LONG_NUMBER.test(text) ? (JSON.parse(text, exactly) as unknown) : (JSON.parse(text) as unknown);
