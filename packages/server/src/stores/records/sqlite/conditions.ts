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
}

/** Indexed values: `lead` finds the records that have them, `check` looks at each record that something else leads to. */
export type FacetUse = 'lead' | 'check';

/** Answers whether the filters pick few records by an index, so that they and not the keyword lead. */
export function addFilters(to: Conditions, { bucket, kind, space, search }: Narrowing, use: FacetUse): boolean {
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
    const values = JSON.stringify((Array.isArray(wanted) ? wanted : [wanted]).map(toComparable));
    if (COLUMNS.has(path)) to.add(`v.${path} IN (SELECT value FROM json_each(?))`, values);
    else if (kind.indexes.some((index) => index.path === path)) {
      to.add(FACETS[use], bucket, path, values);
      selective = true;
    } else to.add('has_value(v.doc, ?, ?)', path, values);
  }
  if (search.status)
    to.add('lower(v.status) IN (SELECT lower(value) FROM json_each(?))', JSON.stringify(search.status));
  return selective;
}

const FACETS: Readonly<Record<FacetUse, string>> = {
  lead: 'v.rid IN (SELECT rid FROM facet WHERE bucket = ? AND path = ? AND value IN (SELECT value FROM json_each(?)))',
  check: `EXISTS (SELECT 1 FROM facet f WHERE f.bucket = ? AND f.path = ? AND f.value IN (SELECT value FROM json_each(?))
    AND f.rid = v.rid)`,
};

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
