import type { NamedAnalysers, Query, SearchableField } from '@datasarana/query';
import type { FieldColumn, IndexLayout } from '../../index/layout.ts';
import { type FieldSource, fieldOf, flatMember, searchedAs } from '../index-fields.ts';
import { mappedField } from '../mapped-field.ts';
import { name } from '../sql.ts';
import type { Spelt } from './lucene.ts';

/** What a clause knows while it is spelt for one index. */
export interface Surroundings {
  readonly layout: IndexLayout;
  readonly now: number;
  readonly analyser: NamedAnalysers;
  readonly searchable: () => readonly SearchableField[];
  readonly spell: (query: Query) => Spelt;
}

/** A field as it is spelt. */
export interface SpeltField {
  readonly source: FieldSource;
  /** Its own path, also where an alias names it. */
  readonly path: string;
  /** Type of its mapping: `scaled_float`, `ip`, `date_nanos` … */
  readonly type: string;
  /** Whether it has a mapping, or its index has none of its own. */
  readonly isMapped: boolean;
  readonly isIndexed: boolean;
  readonly hasDocValues: boolean;
  /** Whether it is a member of a nested field. */
  readonly isNested: boolean;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const isOff = (value: unknown): boolean => value === false || value === 'false';

/** The field of that path, members of nested ones included; null when there is none. */
export function fieldAt({ layout }: Pick<Surroundings, 'layout'>, path: string): SpeltField | null {
  const columns = [...layout.fields.values()];
  const column = layout.fields.get(path);
  const source = column === undefined ? (fieldOf(layout, path) ?? flatMember(columns, path)) : sourceOf(column);
  const searched = searchedAs(source);
  if (searched === null) return null;
  const mapped = mappedField(layout, path);
  const parameters = mapped?.parameters ?? {};
  const own = column?.path ?? path;
  return {
    source: searched,
    path: own,
    type: mapped?.type === 'alias' ? searched.type : (mapped?.type ?? searched.type),
    isMapped: mapped !== null || layout.definition.stored === undefined,
    isIndexed: !isOff(parameters.index),
    hasDocValues: !isOff(parameters.doc_values),
    isNested: columns.some(({ type, path: around }) => type === 'nested' && own.startsWith(`${around}.`)),
    parameters,
  };
}

const sourceOf = (column: FieldColumn): FieldSource => ({
  path: column.path,
  type: column.type,
  list: column.list,
  columns: column.columns.map(name),
  postings: column.postings ?? (column.type === 'text' ? column.path : null),
  field: column,
});
