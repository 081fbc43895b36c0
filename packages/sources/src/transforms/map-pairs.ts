import { detectDelimiter } from '../csv/dialect.ts';
import { splitRows } from '../csv/split.ts';

/** Pairs read from a delimited file, and how many of its rows held none. */
export interface MapPairs {
  readonly pairs: readonly (readonly [key: string, value: string])[];
  /** Rows without a key or without a value (SRC-09). */
  readonly passedOver: number;
}

/**
 * Replacement pairs of a delimited text: first cell the key, second the value (SRC-08). A row is a pair only when it has
 * both; the last of several pairs with one key counts.
 */
export function readMapPairs(text: string): MapPairs {
  const plain = text.replace(/^\uFEFF/, '');
  const { rows } = splitRows(plain, detectDelimiter(plain));
  const pairs = new Map<string, string>();
  let passedOver = 0;
  for (const [key = '', value = ''] of rows) {
    if (key.trim() === '' || value.trim() === '') passedOver++;
    else pairs.set(key.trim(), value.trim());
  }
  return { pairs: [...pairs], passedOver };
}
