import { type SchemaItem, ValueType } from '@datasarana/schema';

/** What a `relationship` names: a schema or template, and the item whose value is kept; the id where none is named (SCH-21). */
export interface Relation {
  readonly target: string;
  readonly item: string;
}

type Source = Readonly<Record<string, unknown>>;

const NAMES = ['display_name', 'full_name', 'name', 'title', '_title'];

export function relationOf(relationship: string | null | undefined): Relation {
  const [target = '', item = ''] = (relationship ?? '').split('#');
  return { target, item: item || 'id' };
}

export const relationshipOf = ({ target, item }: Relation): string => (item === 'id' ? target : `${target}#${item}`);

const isWords = ({ value_type }: SchemaItem): boolean =>
  value_type === ValueType.Keyword || value_type === ValueType.Text;

const own = (items: readonly SchemaItem[]): readonly SchemaItem[] => items.filter(({ system }) => !system);

/** Items by whose value another template can refer to a record: whole values of one kind. */
export const referableItems = (items: readonly SchemaItem[]): readonly SchemaItem[] =>
  own(items).filter(({ value_type }) => value_type === ValueType.Keyword);

/** What a record is called: its name, else its first key, else the first words it holds. */
export function recordName(items: readonly SchemaItem[], source: Source): string | null {
  const keys = own(items).filter(({ is_key }) => is_key === true);
  const words = own(items).filter(isWords);
  const names = [...NAMES, ...[...keys, ...words].map(({ name }) => name)];
  const value = names.map((name) => source[name]).find((one) => one !== null && one !== undefined && one !== '');
  return value === undefined ? null : String(value);
}

const escaped = (text: string): string => text.replace(/[\\*?]/g, '\\$&');

/** The query for records that hold what was typed in one of their words. */
export function typedQuery(items: readonly SchemaItem[], typed: string): object {
  const text = typed.trim();
  if (text === '') return { match_all: {} };
  const should = own(items)
    .filter(isWords)
    .map(({ name, value_type }) =>
      value_type === ValueType.Text
        ? { match_phrase_prefix: { [name]: text } }
        : { wildcard: { [name]: { value: `*${escaped(text)}*`, case_insensitive: true } } },
    );
  return { bool: { should: [...should, { ids: { values: [text] } }] } };
}

/** The query for the record that a value refers to. */
export const valueQuery = ({ item }: Relation, value: string): object =>
  item === 'id' ? { ids: { values: [value] } } : { term: { [item]: value } };
