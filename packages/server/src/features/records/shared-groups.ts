import { notFound } from '@datasarana/schema';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';
import type { Sight } from './visibility.ts';

/** Kinds that name in `groups` whom they are shared with. */
const NAMING_GROUPS: ReadonlySet<string> = new Set(['visual.view', 'data.query']);

type Doc = StoredRecord['doc'];

/** Groups a record names, shared with them or not. */
export const groupsIn = ({ groups }: Doc): readonly string[] => (Array.isArray(groups) ? groups.map(String) : []);

/**
 * Who changes everything shares with any group, others with their own; what is shared already may stay.
 * @throws PlatformError 404 for another group
 */
export async function refuseForeign(
  store: RecordStore,
  { scope, reach }: Sight,
  wanted: readonly string[],
  before: readonly string[],
): Promise<void> {
  const added = wanted.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const known = await store.getMany(scope, 'user.group', added);
  const usable = new Set(known.filter(({ ts_removed }) => ts_removed === null).map(({ id }) => id));
  const missing = added.find((id) => !usable.has(id) || (reach !== 'all' && !scope.groups.includes(id)));
  if (missing !== undefined) throw notFound(`There is no group '${missing}' you may share with`);
}

/** The same for a record that is saved with the groups it names. */
export async function refuseForeignIn(
  store: RecordStore,
  sight: Sight,
  kind: string,
  doc: Doc,
  before: Doc,
): Promise<void> {
  if (NAMING_GROUPS.has(kind)) await refuseForeign(store, sight, groupsIn(doc), groupsIn(before));
}
