import { type AnyAnalyser, analyse, type NamedAnalysers } from '@datasarana/query';
import { type ContextMapping, contextValues } from './context-values.ts';
import { Decimal, isObjectValue, shown, type Value } from './json.ts';
import type { FieldMapping } from './mapping.ts';
import { Unfit } from './unfit.ts';

/** An input of a completion field: what is compared with what is typed, and the entry as JSON. */
export interface KeptCompletion {
  readonly key: string;
  readonly entry: string;
}

/** What an entry holds beside its key. */
export interface CompletionEntry {
  readonly input: string;
  readonly weight: number;
  readonly contexts: Readonly<Record<string, readonly unknown[]>>;
}

/** Stands between the words of a key. */
const SEPARATOR = '\u001f';
const LONGEST = 50;

/** What the texts of a completion field go through, by the name in its mapping. */
export const completionAnalyser = (name: unknown, analysers: NamedAnalysers): AnyAnalyser =>
  analysers(name === undefined ? 'simple' : String(name)) ?? 'simple';

/** The words of a text as they are compared: each with the one before it. */
export function completionKey(text: string, analyser: AnyAnalyser, keepsSeparators = true): string {
  const words = analyse(analyser, text);
  return words.join(keepsSeparators ? SEPARATOR : '');
}

/** What a text that is looked for is compared as, in a completion field of these parameters; `given` stands in for its own analyser. */
export function searchedKey(
  text: string,
  { analyzer, search_analyzer: searching, preserve_separators: separators }: FieldMapping['parameters'],
  analysers: NamedAnalysers,
  given?: AnyAnalyser,
): string {
  const analyser = given ?? completionAnalyser(searching ?? analyzer, analysers);
  return completionKey(text, analyser, separators !== false && separators !== 'false');
}

/** The contexts a completion field is mapped with. */
export function contextsOf({ parameters }: Pick<FieldMapping, 'parameters'>): readonly ContextMapping[] {
  const given = parameters.contexts;
  const list: unknown = given === undefined ? [] : [given].flat();
  return list as readonly ContextMapping[];
}

function weightOf(given: Value = 1): number {
  if (typeof given !== 'string' && !isNumeric(given)) {
    throw new Unfit(`weight must be a number or string, but was [${shown(given)}]`);
  }
  const digits = shown(given);
  if (!/^[+-]?\d+$/.test(digits)) throw new Unfit(`weight must be an integer, but was [${digits}]`);
  const weight = Number(digits);
  if (weight >= 0 && weight <= 2 ** 31 - 1) return weight;
  throw new Unfit(`weight must be in the interval [0..2147483647], but was [${digits}]`);
}

const isNumeric = (given: Value): boolean =>
  typeof given === 'number' || typeof given === 'bigint' || given instanceof Decimal;

function textsOf(given: Value = []): readonly string[] {
  if (typeof given === 'string') return [given];
  if (!Array.isArray(given)) throw new Unfit(`input must be a string or array, but was [${shown(given)}]`);
  return given.map((each: Value) => {
    if (typeof each === 'string') return each;
    throw new Unfit(`input array must have string values, but was [${shown(each)}]`);
  });
}

function contextsIn(given: Value | undefined, field: FieldMapping, path: string): CompletionEntry['contexts'] {
  const mapped = contextsOf(field);
  const found = isObjectValue(given ?? null) ? Object.entries(given as Readonly<Record<string, Value>>) : [];
  const contexts = Object.fromEntries(
    found.map(([name, value]) => {
      const context = mapped.find((each) => each.name === name);
      if (context === undefined) throw new Unfit(`context [${name}] is not defined in completion field [${path}]`);
      return [name, contextValues(context, value)];
    }),
  );
  const isNone = Object.values(contexts).every((values) => values.length === 0);
  if (mapped.length > 0 && isNone && mapped.every((context) => context.path === undefined)) {
    throw new Unfit(`Contexts are mandatory in context enabled completion field [${path}]`);
  }
  return contexts;
}

/** Reads a text or `{input, weight, contexts}`; null stands for an empty input, which is passed over. @throws Unfit */
export function completionsOf(
  value: Value,
  field: FieldMapping,
  path: string,
  analysers: NamedAnalysers,
): readonly (KeptCompletion | null)[] {
  if (!isObjectValue(value) && typeof value !== 'string') {
    throw new Unfit(`expected text or object, but got ${shown(value)}`, 'parsing_exception');
  }
  const given = typeof value === 'string' ? { input: value } : value;
  for (const name of Object.keys(given)) {
    if (name !== 'input' && name !== 'weight' && name !== 'contexts') {
      throw new Unfit(`unknown field name [${name}], must be one of [input, weight, contexts]`);
    }
  }
  const { analyzer, preserve_separators: separators, max_input_length: most } = field.parameters;
  const weight = weightOf(given.weight);
  const contexts = contextsIn(given.contexts, field, path);
  return textsOf(given.input).map((input) => {
    if (input.trim() === '') return null;
    const cut = input.slice(0, Number(most ?? LONGEST));
    const key = completionKey(
      cut,
      completionAnalyser(analyzer, analysers),
      separators !== false && separators !== 'false',
    );
    return { key, entry: JSON.stringify({ input, weight, contexts }) };
  });
}

/** What a keyword below a completion field reads: its inputs. */
export function inputOf(value: Value): Value {
  const input = isObjectValue(value) ? value.input : value;
  return Array.isArray(input) ? (input[0] ?? null) : (input ?? null);
}
