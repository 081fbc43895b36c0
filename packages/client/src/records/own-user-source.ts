import type { Client } from '../client.ts';
import {
  changeBody,
  kindSource,
  type RecordSchema,
  type RecordSource,
  type StoredValues,
  storedRecord,
} from './record-source.ts';

/** What the session says of its user beside the record of SES-12; none of it is the user's to write. */
const OF_THE_SESSION: ReadonlySet<string> = new Set([
  'login_id',
  'account',
  'scope',
  'roles',
  'groups',
  'role_in_group',
  'cluster',
  'tenant',
  'must_change',
]);

function own(data: unknown): StoredValues | null {
  const stored = storedRecord(data);
  if (!stored) return null;
  const values = Object.entries(stored.values).filter(([name]) => !OF_THE_SESSION.has(name));
  const { notify, ...rest } = Object.fromEntries(values);
  return { ...stored, values: { ...rest, notify: Array.isArray(notify) ? notify : [] } };
}

/** The record of whoever is signed in (API-17, API-19): whatever id is asked for, it is their own. */
export function ownUserSource(client: Client, schema: RecordSchema): RecordSource {
  return {
    ...kindSource(client, schema),
    get: async () => own((await client.call('session.user.own')).data),
    change: async (wanted) => {
      const { data } = await client.call('session.user.change', { body: changeBody(wanted) });
      return own(data);
    },
    stored: own,
  };
}
