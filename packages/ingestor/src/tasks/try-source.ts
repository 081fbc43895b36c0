import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { type IngestorLook, invalid, SAMPLES } from '@datasarana/schema';
import type { DatabaseSettings, Source, XlsReader } from '@datasarana/sources';
import { closedFolderAt } from '../reading/closed-folders.ts';
import { filesAt, obstacleAt, openToRead, refuseUnseen } from '../reading/files.ts';
import { fileChoice, textChoice } from '../reading/reading-choice.ts';
import { faultOf, isOfTheMachine } from './machine.ts';
import { outsideOf } from './outside.ts';
import { isReadable, placeOf, READABLE_DATABASES } from './read-task.ts';

/** The reader of old workbooks is large: it is loaded for one only. */
const readXls: XlsReader = async (source, choice) => (await import('@datasarana/sources/xls')).readXls(source, choice);

const NOTHING: IngestorLook = {
  databases: [],
  tables: [],
  fields: [],
  files: [],
  found: 0,
  format: null,
  sheets: [],
  entries: [],
  entry: null,
  columns: [],
  rows: [],
};
const LISTED_FILES = 5;
const SAMPLE_BYTES = 1024 ** 2;

/** The setting to look at when a database refuses. */
const SETTINGS: ReadonlySet<string> = new Set(['host', 'uid', 'database', 'table', 'cursor', 'tls', 'file']);

/**
 * Looks at a file, a pattern, a server or a table; `folders` are those that may be watched, every one when empty.
 * @throws PlatformError 31/422 with what stands in the way
 */
export async function trySource(source: Source, folders: readonly string[] = []): Promise<IngestorLook> {
  if (!source.db) return tryFiles(source, folders);
  const outside = source.db.file ? await outsideOf(source.db.file, folders).catch(() => null) : null;
  if (outside !== null) throw invalid({ 'source.db.file': outside }, `${source.db.file}: ${outside}`);
  return tryDatabase(source.provider, source.db);
}

async function tryDatabase(provider: string, db: DatabaseSettings): Promise<IngestorLook> {
  const { DatabaseRefused, openDatabase } = await import('@datasarana/sources/node');
  if (!isReadable(provider))
    throw invalid({
      'source.provider': `'${provider}' cannot be read here: choose ${READABLE_DATABASES.join(', ')}`,
    });
  const database = openDatabase(provider, db);
  try {
    const databases = provider === 'sqlite' ? [] : await database.databases();
    const tables = provider === 'sqlite' || db.database ? await database.tables() : [];
    if (!db.table) return { ...NOTHING, databases, tables };
    const fields = (await database.columns(db.table)).map(({ name, type, key }) => ({
      name,
      type,
      key: key === 'primary',
    }));
    const { table, cursor } = db;
    const reader = await database.read({ table, ...(cursor && { cursor }), blockRows: SAMPLES.previewRows });
    for await (const { rows } of reader.blocks)
      return { ...NOTHING, databases, tables, fields, columns: reader.columns, rows };
    return { ...NOTHING, databases, tables, fields, columns: reader.columns };
  } catch (cause) {
    if (!(cause instanceof DatabaseRefused)) throw cause;
    const setting = SETTINGS.has(cause.fault) ? cause.fault : 'host';
    throw invalid({ [`source.db.${setting}`]: cause.message }, cause.message);
  } finally {
    await database.close();
  }
}

/** @throws PlatformError 31/422 for what the machine does not give either */
async function tryFiles(source: Source, folders: readonly string[]): Promise<IngestorLook> {
  try {
    return await filesOf(source, folders);
  } catch (cause) {
    if (!isOfTheMachine(cause)) throw cause;
    throw invalid({ 'source.file': faultOf(cause) }, faultOf(cause));
  }
}

async function filesOf(source: Source, folders: readonly string[]): Promise<IngestorLook> {
  const seen = await filesAt(placeOf(source));
  const files = seen.slice(-LISTED_FILES).reverse();
  const newest = files[0];
  if (!newest) {
    const obstacle = (await obstacleOf(placeOf(source))) ?? (await closedFolderAt(placeOf(source)));
    if (obstacle !== null) throw invalid({ 'source.file': obstacle }, obstacle);
    return NOTHING;
  }
  await refuseUnseen(newest);
  const outside = await outsideOf(newest.name, folders);
  if (outside !== null) throw invalid({ 'source.file': outside }, `${newest.name}: ${outside}`);
  const { FileRefused } = await import('@datasarana/sources/node');
  try {
    const listed = files.map(({ name, size }) => ({ name, size }));
    return { ...NOTHING, files: listed, found: seen.length, ...(await firstRows(source, newest.name)) };
  } catch (cause) {
    if (!(cause instanceof FileRefused)) throw cause;
    const message = `${newest.name}: ${cause.message}`;
    throw invalid({ 'source.file': message }, message);
  }
}

/** Why no file can ever be found. */
const obstacleOf = async (place: string): Promise<string | null> =>
  path.isAbsolute(place)
    ? obstacleAt(place)
    : `${place} is no full path on this machine: give it from the ${path.sep === '/' ? 'root' : 'drive'} on, like ${path.resolve('/data/in/*.csv')}.`;

async function firstRows(
  source: Source,
  name: string,
): Promise<Pick<IngestorLook, 'format' | 'sheets' | 'entries' | 'entry' | 'columns' | 'rows'>> {
  const { previewCsv, previewFile } = await import('@datasarana/sources');
  // a blob says of none of its faults which file it was
  await (await openToRead(name)).close();
  const file = await openAsBlob(name);
  const preview = await previewFile(file, fileChoice(source, name), readXls);
  const { format, sheets = [], entries = [], entry = null, columns, rows } = preview;
  if (format !== 'csv' || preview.packed) return { format, sheets, entries, entry, columns, rows };
  const head = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  const text = previewCsv(head, file.size <= SAMPLE_BYTES, textChoice(source));
  return { format, sheets, entries, entry, columns: text.columns, rows: text.rows };
}
