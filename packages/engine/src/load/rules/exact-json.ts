const LONG_NUMBER = /\d{16}/;

/** Whole numbers beyond 2^53 as bigint: JSON.parse alone would round them. */
function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
}

/** Parses JSON with every digit of its whole numbers. @throws SyntaxError */
export const parseExactJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? (JSON.parse(text, exactly) as unknown) : (JSON.parse(text) as unknown);
