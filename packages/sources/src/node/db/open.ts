import type { DatabaseSettings } from '../../source/source.ts';
import { type Connect, type Database, DatabaseRefused } from './database.ts';
import { MysqlDatabase } from './mysql.ts';
import { connectFreely } from './mysql-link.ts';

/** The providers that are databases (SRC-12). */
export type DatabaseProvider = 'mysql';

/**
 * A database that is read from; connections are opened when something is asked, by `connect`. Close it when done.
 *
 * @throws DatabaseRefused for a provider without a reader
 */
export function openDatabase(
  provider: DatabaseProvider,
  settings: DatabaseSettings,
  connect: Connect = connectFreely,
): Database {
  // Settings come from outside as text, whatever the type says.
  const given: string = provider;
  if (given !== 'mysql')
    throw new DatabaseRefused(
      'database',
      `Databases of the kind '${given}' cannot be read yet. Export the table as CSV and import that.`,
    );
  return new MysqlDatabase(settings, connect);
}
