import { wildcard } from '@datasarana/schema';
import { type AnyAnalyser, analyse } from '../analysis/analyse.ts';
import type { WeightedField } from '../clauses/multi-match.ts';

/** A leaf field of an index, `type` as in its mapping. */
export interface SearchableField {
  readonly name: string;
  readonly type: string;
  /** The field's words are in lower case, so a pattern has to be too. */
  readonly lowerCase: boolean;
  /** What cuts a text that is looked for into words; of text fields alone. */
  readonly analyser?: AnyAnalyser;
  /** The same for phrases, where that is another one. */
  readonly quoteAnalyser?: AnyAnalyser;
  /** Another name of a field that stands for itself, too; only found by its name. */
  readonly isAlias?: true;
  /** What it weighs where no field is named and the index says which are meant; 0 for one that is not. */
  readonly weight?: number;
}

/** The name of the index, which every document has; searched only where it is named. */
export const INDEX_NAME: SearchableField = { name: '_index', type: 'keyword', lowerCase: false };

const WORDS = new Set(['text', 'keyword']);
const NUMBERS = new Set(['byte', 'short', 'integer', 'long', 'unsigned_long', 'half_float', 'float', 'double']);
const RANGES = ['integer_range', 'long_range', 'float_range', 'double_range', 'date_range', 'ip_range'];
const SEARCHED = new Set([...WORDS, ...NUMBERS, ...RANGES, 'date', 'boolean', 'ip', 'flat_object', 'completion']);

/** Fields whose words may be told from one another by how near they are. */
export const hasWords = ({ type }: SearchableField): boolean => WORDS.has(type);
/** Fields in which a pattern, a prefix or any text as a limit finds something. */
export const hasPatterns = ({ type }: SearchableField): boolean => WORDS.has(type) || type === 'flat_object';
export const isNumeric = ({ type }: SearchableField): boolean => NUMBERS.has(type);

/** The fields a search without field names looks in. */
export const searched = (known: readonly SearchableField[]): readonly SearchableField[] =>
  known.filter(({ type, isAlias }) => SEARCHED.has(type) && !isAlias);

/** A name stays even when the index does not have it; a pattern stands for the fields it fits. */
export function namesFor(field: string, known: readonly SearchableField[]): readonly string[] {
  if (!field.includes('*')) return [field];
  const fits = wildcard(field);
  return searched(known)
    .filter(({ name }) => fits(name))
    .map(({ name }) => name);
}

/** As OpenSearch has it, a pattern in the text itself stands for points and shapes too, in which no text is found; `*` does not. */
export function namesInText(field: string, known: readonly SearchableField[]): readonly string[] {
  if (!field.includes('*') || /^\*+$/.test(field)) return namesFor(field, known);
  const fits = wildcard(field);
  return known.filter(({ name, type, isAlias }) => type !== 'nested' && !isAlias && fits(name)).map(({ name }) => name);
}

/** Fields that are meant where none is named, as the index says; null where it does not, so that all are. */
export function usualFields(known: readonly SearchableField[]): readonly WeightedField[] | null {
  if (known.every(({ weight }) => weight === undefined)) return null;
  return known.flatMap(({ name, weight = 0 }) => (weight > 0 ? [{ field: name, boost: weight }] : []));
}

/**
 * Fields with their weights, each once; none given = the usual ones, or every field that is searched. Of a name that is given twice the last
 * weight counts, those of several that stand for one field are multiplied.
 */
export function weightedFields(
  given: readonly WeightedField[],
  known: readonly SearchableField[],
): readonly WeightedField[] {
  if (given.length === 0) return usualFields(known) ?? searched(known).map(({ name }) => ({ field: name, boost: 1 }));
  const byName = new Map(given.map(({ field, boost }) => [field, boost]));
  const weights = new Map<string, number>();
  for (const [name, boost] of byName)
    for (const field of namesFor(name, known)) weights.set(field, (weights.get(field) ?? 1) * boost);
  return [...weights].map(([field, boost]) => ({ field, boost }));
}

/** The analysers a query may name, as an index knows them; undefined for a name it does not know. */
export type NamedAnalysers = (name: string | undefined) => AnyAnalyser | undefined;

/** Whether a text has no words in any of the fields, such as one of stop words: to ask for it says nothing then. */
export function isWordless(
  { kind, text }: { readonly kind: string; readonly text: string },
  fields: readonly WeightedField[],
  known: readonly SearchableField[],
  given?: AnyAnalyser,
): boolean {
  const byName = new Map(known.map((field) => [field.name, field]));
  const isEmpty = ({ field }: WeightedField): boolean => {
    const asked = byName.get(field);
    const { analyser, quoteAnalyser = analyser } = asked ?? {};
    const own = kind === 'phrase' ? quoteAnalyser : analyser;
    // numbers and the like have words only where the query says how they are cut
    const by = asked === undefined ? undefined : (given ?? own);
    return by !== undefined && analyse(by, text).length === 0;
  };
  return fields.length > 0 && fields.every(isEmpty);
}
