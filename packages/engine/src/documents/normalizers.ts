import { analyse, type CustomAnalyser, LOWERCASE } from '@datasarana/query';
import type { FieldDefinition, StoredIndex } from '../index/definition.ts';
import { analysisOf } from './analysis.ts';
import type { FieldMapping } from './mapping.ts';
import { unreadable } from './refusal.ts';
import { Unfit } from './unfit.ts';

export type Normalizers = ReadonlyMap<string, CustomAnalyser>;

const known = new WeakMap<StoredIndex, Normalizers>();

/** The normalizers keywords of an index may name; null when its values are kept as they came. */
export function normalizersOf(stored: StoredIndex): Normalizers | null {
  if (stored.normalizes !== true) return null;
  const found = known.get(stored);
  if (found !== undefined) return found;
  const made = new Map(Object.entries({ lowercase: LOWERCASE, ...analysisOf(stored).normalizers }));
  known.set(stored, made);
  return made;
}

/** What the values of a field go through. @throws PlatformError for a normalizer that is not there */
export function normalizerOf(
  { type, parameters: { normalizer: wanted } }: FieldMapping,
  name: string,
  normalizers: Normalizers | null,
): Pick<FieldDefinition, 'analyser'> {
  if (normalizers === null || wanted === undefined) return {};
  const found = normalizers.get(String(wanted));
  if (found !== undefined) return { analyser: found };
  // as in OpenSearch, a wildcard field passes over it
  if (type === 'wildcard') return {};
  throw unreadable(`normalizer [${wanted}] not found for field [${name}]`);
}

/** A value as a normalizer leaves it. @throws Unfit when that is not one word */
export function normalized(normalizer: CustomAnalyser, value: string): string {
  const [word, ...others] = analyse(normalizer, value);
  if (word !== undefined && others.length === 0) return word;
  throw new Unfit(
    `The normalization token stream is expected to produce exactly 1 token, but got 2+ for input "${value}"`,
    'illegal_state_exception',
  );
}
