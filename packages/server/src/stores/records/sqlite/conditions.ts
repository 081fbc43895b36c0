import { checkPath } from '../item-path.ts';
import type { RecordSearch } from '../port.ts';
import type { Kind } from './kinds.ts';
import { COLUMNS } from './list-index.ts';
import type { Space } from './protocol.ts';

export type Param = string | number;

/** Terms of a WHERE with their parameters. Values travel as parameters only (SEC-05). */
export class Conditions {
  readonly sql: string[] = [];
  readonly params: Param[] = [];

  add(sql: string, ...params: Param[]): void {
    this.sql.push(sql);
    this.params.push(...params);
  }
}

/** Whose records are searched for what. */
export interface Narrowing {
  readonly bucket: number;
  readonly kind: Kind;
  readonly space: Space;
  readonly search: RecordSearch;
  /** Whether so many records have one of the values that the records are better looked at one by one. */
  readonly isFrequent: (facet: Facet) => boolean;
}

/** A condition on an indexed path: a record has one of the values, given as a JSON array. */
export interface Facet {
  readonly path: string;
  readonly values: string;
}

/** The conditions on indexed paths. */
export const facetsOf = ({ kind, search }: Pick<Narrowing, 'kind' | 'search'>): readonly Facet[] =>
  Object.entries(search.where ?? {})
    .filter(([path]) => kind.indexes.some((index) => index.path === path))
    .map(([path, wanted]) => ({ path, values: toValues(wanted) }));

/** Answers whether the filters pick few records by an index, so that they and not the keyword lead. */
export function addFilters(to: Conditions, narrowing: Narrowing): boolean {
  const { bucket, space, search } = narrowing;
  const facets = new Map(facetsOf(narrowing).map((facet) => [facet.path, facet]));
  let selective = false;
  if (search.ids) {
    to.add('v.id IN (SELECT value FROM json_each(?))', JSON.stringify(search.ids));
    selective = true;
  }
  if (search.linked) {
    const { label, id, direction } = search.linked;
    const [near, far] = direction === 'out' ? ['source', 'target'] : ['target', 'source'];
    to.add(
      `v.id IN (SELECT ${far} FROM edge WHERE cluster = ? AND tenant IN (?, '') AND ${near} = ? AND label = ?)`,
      space.cluster,
      space.tenant,
      id,
      label,
    );
    selective = true;
  }
  for (const [path, wanted] of Object.entries(search.where ?? {})) {
    checkPath(path);
    const facet = facets.get(path);
    if (COLUMNS.has(path)) to.add(`v.${path} IN (SELECT value FROM json_each(?))`, toValues(wanted));
    else if (!facet) to.add('has_value(v.doc, ?, ?)', path, toValues(wanted));
    else if (narrowing.isFrequent(facet)) to.add(HAS_FACET, bucket, path, facet.values);
    else {
      to.add(`v.rid IN (SELECT f.rid FROM facet f WHERE ${OF_FACET})`, bucket, path, facet.values);
      selective = true;
    }
  }
  for (const [path, least] of Object.entries(search.atLeast ?? {})) {
    checkPath(path);
    if (COLUMNS.has(path)) to.add(`v.${path} >= ?`, least);
    else to.add('has_at_least(v.doc, ?, ?)', path, least);
  }
  if (search.status)
    to.add('lower(v.status) IN (SELECT lower(value) FROM json_each(?))', JSON.stringify(search.status));
  return selective;
}

/** Takes bucket, path and values. */
export const OF_FACET = 'f.bucket = ? AND f.path = ? AND f.value IN (SELECT value FROM json_each(?))';

/** The same, for a record that something else leads to. */
export const HAS_FACET = `EXISTS (SELECT 1 FROM facet f WHERE ${OF_FACET} AND f.rid = v.rid)`;

const toValues = (wanted: unknown): string => JSON.stringify([wanted].flat().map(toComparable));

const toComparable = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

/** Looks for the folded keyword in the texts of each record that something else leads to. */
export function addKeyword(to: Conditions, keyword: string, keys: readonly string[], kind: Kind): void {
  const columns = keys.map((key) => kind.searchable.indexOf(key));
  if (columns.some((at) => at < 0) || keys.length === 0) {
    to.add('has_text(v.id, v.status, v.doc, ?, ?)', JSON.stringify(keys), keyword);
    return;
  }
  to.add('instr(v.text, ?)', keyword);
  if (!kind.searchable.every((path) => keys.includes(path)))
    to.add('in_columns(v.text, ?, ?)', JSON.stringify(columns), keyword);
}
