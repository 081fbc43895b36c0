import type { DatabaseSettings } from '../../source/source.ts';
import { type Connect, type Database, DatabaseRefused } from './database.ts';
import { MysqlDatabase } from './mysql.ts';
import { connectFreely } from './mysql-link.ts';
import { SqliteDatabase } from './sqlite.ts';
import { SqlServerDatabase } from './sqlserver.ts';

/** The providers that are databases (SRC-12). */
export type DatabaseProvider = 'mysql' | 'sqlserver' | 'sqlite';

/**
 * A database that is read from; connections are opened when something is asked, by `connect`. Close it when done. An SQLite
 * file is opened in this process where `settings.file` says: hand in no path that a caller gave.
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
  if (given === 'sqlite') return new SqliteDatabase(settings);
  if (given === 'sqlserver') return new SqlServerDatabase(settings, connect);
  if (given !== 'mysql')
    throw new DatabaseRefused(
      'database',
      `Databases of the kind '${given}' cannot be read yet. Export the table as CSV and import that.`,
    );
  return new MysqlDatabase(settings, connect);
}
