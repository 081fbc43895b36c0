import type { DatabaseSettings } from '../../source/source.ts';
import type { Connect, Database } from './database.ts';
import { MysqlDatabase } from './mysql.ts';
import { connectFreely } from './mysql-link.ts';

/** The providers that are databases (SRC-12). */
export type DatabaseProvider = 'mysql';

/** A database that is read from; connections are opened when something is asked, by `connect`. Close it when done. */
export function openDatabase(
  _provider: DatabaseProvider,
  settings: DatabaseSettings,
  connect: Connect = connectFreely,
): Database {
  return new MysqlDatabase(settings, connect);
}
