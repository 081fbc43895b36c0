import { rawNumber } from '@datasarana/schema';

/** A reviver that keeps each number with the digits it was written with. */
export const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
    ? rawNumber(context.source)
    : value;
