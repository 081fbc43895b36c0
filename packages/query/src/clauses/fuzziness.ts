import { type Fields, readInteger } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { readRewrite } from './rewrite.ts';

/** Edits allowed: a number, or by the length of the word as `AUTO:low,high` says. */
export type Fuzziness = 0 | 1 | 2 | 'AUTO' | `AUTO:${number},${number}`;

const AUTO = /^AUTO(?::(\d+),(\d+))?$/i;

/** `AUTO`, `AUTO:3,6`, or edits, as text or number, of which two at most count. */
export function readFuzziness(value: unknown, path: string): Fuzziness {
  const auto = typeof value === 'string' ? AUTO.exec(value.trim()) : null;
  if (auto) {
    const [, low, high] = auto;
    if (low === undefined || high === undefined) return 'AUTO';
    if (Number(low) > Number(high)) throw wrongShape(path, 'AUTO:low,high with low not above high', value);
    return `AUTO:${Number(low)},${Number(high)}`;
  }
  const edits = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof edits === 'number' && edits >= 0) return edits >= 2 ? 2 : edits >= 1 ? 1 : 0;
  throw wrongShape(path, 'a fuzziness: 0, 1, 2, AUTO or AUTO:low,high', value);
}

/** Edits allowed for a word of that many characters. */
export function editsFor(fuzziness: Fuzziness, length: number): 0 | 1 | 2 {
  if (typeof fuzziness === 'number') return fuzziness;
  const [low = 3, high = 6] = fuzziness === 'AUTO' ? [] : fuzziness.slice(5).split(',').map(Number);
  if (length < low) return 0;
  return length < high ? 1 : 2;
}

/** How words may differ from the ones asked for. */
export interface FuzzyOptions {
  readonly fuzziness: Fuzziness;
  /** Characters at the start that have to be equal. */
  readonly prefixLength: number;
  /** How many words of the index one word may stand for. */
  readonly maxExpansions: number;
  /** Two neighbours in the other order count as one edit. */
  readonly transpositions: boolean;
  /** How words that are close score; absent = blended by `maxExpansions` of them. */
  readonly rewrite?: string;
}

const MAX_EXPANSIONS = 50;

const atLeastOne = (value: unknown, path: string): number => readInteger(value, path, { min: 1 });
const count = (value: unknown, path: string): number => readInteger(value, path, { min: 0 });

/** The options beside `fuzziness`; `names` are what the clause calls them. */
export function readFuzzyRest(
  fields: Fields,
  names: { prefixLength: string; maxExpansions: string; transpositions: string; rewrite?: string },
): Omit<FuzzyOptions, 'fuzziness'> {
  return {
    prefixLength: fields.optional(names.prefixLength, count) ?? 0,
    maxExpansions: fields.optional(names.maxExpansions, atLeastOne) ?? MAX_EXPANSIONS,
    transpositions: fields.flag(names.transpositions, true),
    ...(names.rewrite !== undefined && present({ rewrite: readRewrite(fields, names.rewrite) })),
  };
}

/** `fuzziness` and what belongs to it in a match clause; absent without `fuzziness`. */
export function readFuzzy(fields: Fields): { readonly fuzzy?: FuzzyOptions } {
  const fuzziness = fields.optional('fuzziness', readFuzziness);
  const rest = readFuzzyRest(fields, {
    prefixLength: 'prefix_length',
    maxExpansions: 'max_expansions',
    transpositions: 'fuzzy_transpositions',
    rewrite: 'fuzzy_rewrite',
  });
  return fuzziness === undefined ? {} : { fuzzy: { fuzziness, ...rest } };
}

/** The parameters `readFuzzy` reads. */
export const printFuzzy = (fuzzy: FuzzyOptions | undefined) => ({
  fuzziness: fuzzy?.fuzziness,
  prefix_length: fuzzy?.prefixLength || undefined,
  max_expansions: printExpansions(fuzzy?.maxExpansions),
  fuzzy_transpositions: fuzzy?.transpositions === false ? false : undefined,
  fuzzy_rewrite: fuzzy?.rewrite,
});

export const printExpansions = (expansions: number | undefined): number | undefined =>
  expansions === MAX_EXPANSIONS ? undefined : expansions;
