import type { Source } from '@datasarana/sources';

/** Stands for a password wherever a source is told. */
export const MASKED_PASSWORD = '••••••••';

/**
 * A source whose masked password is the one that is held. Only for the same server and user: it is not carried to a host that
 * somebody names.
 */
export function withKeptPassword(given: Source, held: Source): Source {
  if (given.db?.pwd !== MASKED_PASSWORD) return given;
  const same = (['host', 'port', 'uid'] as const).every((name) => given.db?.[name] === held.db?.[name]);
  const { pwd: _masked, ...db } = given.db;
  return { ...given, db: same && held.db?.pwd !== undefined ? { ...db, pwd: held.db.pwd } : db };
}
