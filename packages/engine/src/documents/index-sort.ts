import { type FieldMapping, type IndexMapping, type MappedType, searchedMapping } from './mapping.ts';
import { illegalArgument } from './refusal.ts';

type Settings = Readonly<Record<string, unknown>>;

/** A list in a setting may be written as one text, with commas. */
const listOf = (value: unknown): readonly string[] =>
  [value ?? []].flatMap((each) => (Array.isArray(each) ? each.map(String) : String(each).split(',')));

const upper = (text: string): string => text.toUpperCase();
const lower = (text: string): string => text.toLowerCase();

/** Reads the words of what stands beside the fields an index is ordered by. */
const BESIDE: ReadonlyMap<string, (word: string) => string> = new Map([
  [
    'index.sort.order',
    (word) => {
      if (/^(asc|desc)$/i.test(word)) return lower(word);
      throw illegalArgument(`Illegal sort order:${word}`);
    },
  ],
  [
    'index.sort.mode',
    (word) => {
      if (/^(min|max)$/i.test(word)) return upper(word);
      if (!/^(sum|avg|median)$/i.test(word)) throw illegalArgument(`Illegal sort mode: ${word}`);
      throw illegalArgument(`Illegal index sort mode:[${upper(word)}], must be one of [MAX, MIN]`);
    },
  ],
  [
    'index.sort.missing',
    (word) => {
      if (word === '_last' || word === '_first') return word;
      throw illegalArgument(`Illegal missing value:[${word}], must be one of [_last, _first]`);
    },
  ],
]);

/** @throws PlatformError for words of a setting that say nothing of an order */
export function checkSortWords(name: string, value: unknown): void {
  const read = BESIDE.get(name);
  if (read !== undefined) for (const word of listOf(value)) read(word);
}

/** Types whose values an index may be ordered by. */
const ORDERING: ReadonlySet<MappedType> = new Set<MappedType>([
  'byte',
  'short',
  'integer',
  'long',
  'half_float',
  'float',
  'double',
  'scaled_float',
  'token_count',
  'boolean',
  'date',
  'date_nanos',
  'keyword',
  'ip',
]);

function refuseField(name: string, field: FieldMapping | null): void {
  if (field === null || field.type === 'object') throw illegalArgument(`unknown index sort field:[${name}]`);
  const { type, parameters } = field;
  const isText = (type === 'text' || type === 'match_only_text') && parameters.fielddata !== true;
  if (isText || type === 'wildcard' || parameters.doc_values === false)
    throw illegalArgument(`docvalues not found for index sort field:[${name}]`);
  if (!ORDERING.has(type)) throw illegalArgument(`invalid index sort field:[${name}]`);
}

const isNested = (fields: Readonly<Record<string, FieldMapping>>): boolean =>
  Object.values(fields).some(({ type, properties }) => type === 'nested' || isNested(properties ?? {}));

/** Objects nested in documents stand before them, wherever those are put. @throws PlatformError */
export function refuseNestedBesideSort({ properties }: IndexMapping, settings: Settings): void {
  if (settings['index.sort.field'] !== undefined && isNested(properties))
    throw illegalArgument('cannot have nested fields when index sort is activated');
}

/** @throws PlatformError for an index whose settings order it by what its mapping does not have */
export function refuseUnfitSort(mapping: IndexMapping, settings: Settings): void {
  const fields = listOf(settings['index.sort.field']);
  for (const [name, read] of BESIDE) {
    const words = settings[name] === undefined ? fields : listOf(settings[name]).map(read);
    if (words.length !== fields.length)
      throw illegalArgument(`index.sort.field:[${fields.join(', ')}] ${name}:[${words.join(', ')}], size mismatch`);
  }
  refuseNestedBesideSort(mapping, settings);
  for (const name of fields) refuseField(name, searchedMapping(mapping, name));
}
