import { allowsAll } from '../../access/api-tokens.ts';
import type { Scope } from '../../access/scope.ts';
import type { HistoryRow, RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { CONVERTER_KIND, SOURCE_KIND } from './source-record.ts';

/** Versions of what a run is made from. */
export interface MadeFrom {
  readonly source: number;
  readonly converter: number | null;
}

/** Who changed what a schedule runs by, since its maker set it. */
export interface ForeignEdit {
  readonly what: 'source' | 'columns';
  readonly user_name: string;
  /** Epoch ms. */
  readonly ts: number;
}

/** What of a schedule says whose it is. */
interface Made {
  readonly made_from?: MadeFrom | null;
  readonly converter: string | null;
  /** Its maker. */
  readonly user: string;
  /** Scope texts it runs with, and the API token they come from. */
  readonly scopes: readonly string[];
  readonly token?: string | null;
}

/** More writes than this are not looked through: somebody has to look anyway. */
const MOST_LOOKED_AT = 1000;

const versionOf = (record: StoredRecord | null): number => record?.version ?? 0;

/** The versions as they are now; 0 = there is none. */
export async function madeFrom(
  records: RecordStore,
  scope: Scope,
  source: string,
  converter: string | null,
): Promise<MadeFrom> {
  const [one, other] = await Promise.all([
    records.get(scope, SOURCE_KIND, source),
    converter === null ? null : records.get(scope, CONVERTER_KIND, converter),
  ]);
  return { source: versionOf(one), converter: converter === null ? null : versionOf(other) };
}

/**
 * The newest change that somebody else made to the source or the converter of a schedule, behind the versions its maker set it
 * with; null = it is still theirs. Whoever edits writes by the next run, so that must not be with the rights of another; an API token
 * that may do less than the schedule is another, whoever made it.
 */
export async function foreignEdit(
  records: RecordStore,
  scope: Scope,
  source: string,
  made: Made,
): Promise<ForeignEdit | null> {
  const { made_from, converter } = made;
  if (!made_from) return null;
  const known = { made, records, scope };
  return (
    (await editOf(known, 'source', SOURCE_KIND, source, made_from.source)) ??
    (converter === null ? null : editOf(known, 'columns', CONVERTER_KIND, converter, made_from.converter ?? 0))
  );
}

async function editOf(
  { records, scope, made }: { readonly records: RecordStore; readonly scope: Scope; readonly made: Made },
  what: ForeignEdit['what'],
  kind: string,
  id: string,
  from: number,
): Promise<ForeignEdit | null> {
  const { version = 0, ts_modified = 0 } = (await records.get(scope, kind, id)) ?? {};
  if (version === from) return null;
  const page = { from: 0, to: Math.min(MOST_LOOKED_AT, Math.max(1, version - from)) };
  const rows = await records.history(scope, kind, id, page);
  const other = await firstByAnother(records, scope, made, rows);
  if (!other && version > from && version - from === rows.length) return null;
  const name = await nameOf(records, scope, other?.user ?? '');
  const user_name = other?.user === made.user ? `An API token of ${name}` : name;
  return { what, user_name, ts: other?.ts ?? ts_modified };
}

async function firstByAnother(
  records: RecordStore,
  scope: Scope,
  { user, scopes, token: own }: Made,
  rows: readonly HistoryRow[],
): Promise<HistoryRow | null> {
  for (const row of rows) {
    const { token } = row;
    const mayDoAll = token === undefined || token === own || (await allowsAll(records, scope, token, scopes));
    if (row.user !== user || !mayDoAll) return row;
  }
  return null;
}

async function nameOf(records: RecordStore, scope: Scope, user: string): Promise<string> {
  const name = user === '' ? null : (await records.get(scope, 'user', user))?.doc.full_name;
  return typeof name === 'string' && name !== '' ? name : 'Somebody';
}

/** Why such a schedule stopped, in words that name both. */
export const editedReason = ({ what, user_name }: ForeignEdit, maker: string): string =>
  `${user_name} changed its ${what} after ${maker} had set it to follow. It would write with the rights of ${maker}, so it waits: look at it and follow again with your own rights`;
