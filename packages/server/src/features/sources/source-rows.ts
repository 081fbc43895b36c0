import { invalid } from '@datasarana/schema';
import {
  type Cell,
  type EscapeChoice,
  escapeOf,
  type FileChoice,
  type RowReader,
  type Source,
} from '@datasarana/sources';
import {
  csvText,
  type DatabaseProvider,
  openDatabase,
  patiently,
  quotedText,
  readPlatform,
  refusalText,
  restLines,
  type ScanOptions,
} from '@datasarana/sources/node';
import type { Scope } from '../../access/scope.ts';
import { bytesOf, fetchOutside, type OutsideReply } from '../../outbound/fetch-outside.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { fileChoice } from '../data/import-query.ts';
import { asPlatformError } from './database-faults.ts';
import { asPlatformFault, platformSettings } from './platform-routes.ts';
import { followTable, markOfReply, type ReadMark, unlessUnchanged } from './read-mark.ts';
import { restSettings } from './rest-faults.ts';
import { asRestError, guardedSender } from './rest-routes.ts';

/** A source's bytes as an upload would bring them, and how they are to be read. */
export interface SourceBody {
  readonly bytes: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  readonly open: FileChoice;
  /** Of delimited text; what is not said is looked for. */
  readonly text?: Pick<ScanOptions, 'delimiter' | 'escapes' | 'encoding' | 'headerRow' | 'isOurs'>;
  readonly name: string;
  /** An empty cell is no value, also for a list. */
  readonly absent?: true;
  /** No rows are none, not an empty file. */
  readonly mayBeEmpty?: true;
  /** The origin says that nothing changed since the mark that was handed in; there are no bytes. */
  readonly isUnchanged?: true;
  /** What the origin says that its columns hold, once its first bytes came; of a file that says so itself nothing. */
  readonly types?: () => RowReader['types'];
  /** How far was read, once `bytes` came to their end; null = the next run reads everything. */
  readonly mark: () => ReadMark | null;
}

const NO_MARK = (): null => null;

async function* nothing(): AsyncGenerator<Uint8Array> {}

const cellText = (cell: Cell): string => (cell === null ? '' : cell === '' ? '""' : csvText(cell));

/** A row of one cell that is empty, or that no text holds, would be no row at all. */
const rowText = (row: readonly Cell[]): string =>
  row.length === 1 ? quotedText(row[0] ?? '') : row.map(cellText).join(',');

/** How such rows are read: what is not said would be guessed, a `\N` among texts for a gap of MySQL. */
const AS_WRITTEN = {
  open: { format: 'csv' },
  text: { delimiter: ',', encoding: 'utf-8', escapes: 'none', isOurs: true },
} as const;

/** Rows as CSV, block by block: NULL is an empty cell, an empty text a quoted one. */
export async function* csvOf({ columns, blocks }: RowReader): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${rowText(columns)}\n`);
  for await (const { rows } of blocks) yield Buffer.from(`${rows.map(rowText).join('\n')}\n`);
}

function databaseBody(
  source: Source,
  provider: DatabaseProvider,
  outbound: Outbound,
  scope: Scope,
  from: ReadMark | null,
): SourceBody {
  const { db } = source;
  const table = db?.table;
  if (!db || !table) throw invalid({ 'db.table': 'Choose the table to read' });
  let mark: ReadMark | null = null;
  let types: RowReader['types'];
  async function* bytes(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const connect = (host: string, port: number) => outbound.connect(scope, host, port, signal);
    const database = openDatabase(provider, db ?? {}, connect);
    try {
      const request = { table: table ?? '', signal, ...(db?.cursor && { cursor: db.cursor }) };
      const followed = await followTable(database, request, from);
      types = followed.reader.types;
      yield* csvOf(followed.reader);
      mark = followed.mark();
    } catch (cause) {
      throw asPlatformError(cause);
    } finally {
      await database.close();
    }
  }
  return {
    bytes,
    ...AS_WRITTEN,
    name: `${db.database ?? ''}.${table}`,
    types: () => types,
    mark: () => mark,
  };
}

const FORMATS: readonly (readonly [RegExp, NonNullable<FileChoice['format']>])[] = [
  [/^application\/(vnd\.)?geo\+json\b(?!-seq)/, 'geojson'],
  [/^application\/(x-)?(ndjson|jsonl)|geo\+json-seq/, 'ndjson'],
  [/^text\/(csv|tab-separated-values)|^application\/csv/, 'csv'],
  [/^application\/vnd\.openxmlformats-officedocument\.spreadsheetml/, 'xlsx'],
  [/^application\/vnd\.apache\.parquet/, 'parquet'],
];

/** SRC-19: what was asked for as features, or as an export of a platform, is never read as plain objects. */
const CHOSEN: Readonly<Partial<Record<Source['format'], NonNullable<FileChoice['format']>>>> = {
  spatial: 'geojson',
  datasarana: 'datasarana',
};

/** SRC-33: the format a content type names; undefined = told by the name and the bytes. */
const formatOf = (contentType: string | undefined): FileChoice['format'] | undefined =>
  FORMATS.find(([pattern]) => pattern.test(contentType ?? ''))?.[1];

/** The answer of an address, asked for again where its server has too much to do or fails for a moment. */
function opened(
  url: string,
  outbound: Outbound,
  scope: Scope,
  signal: AbortSignal,
  before: Parameters<typeof unlessUnchanged>[0],
): Promise<OutsideReply> {
  let last: OutsideReply | null = null;
  const ask = async (): Promise<OutsideReply> => {
    await last?.leave();
    last = await fetchOutside(outbound, scope, url, { signal, headers: unlessUnchanged(before) });
    return last;
  };
  return patiently('GET', ask, signal);
}

async function urlBody(
  source: Source,
  url: string,
  outbound: Outbound,
  scope: Scope,
  signal: AbortSignal,
  from: ReadMark | null,
): Promise<SourceBody> {
  const before = from?.kind === 'address' ? from : null;
  const reply = await opened(url, outbound, scope, signal, before);
  if (before && reply.status === 304) {
    await bytesOf(reply.body);
    return { bytes: nothing, open: {}, name: url, isUnchanged: true, mark: () => before };
  }
  if (reply.status >= 400) {
    await reply.leave();
    const text = refusalText(new URL(url).host, reply);
    throw invalid({ 'ds.url': text }, text);
  }
  const name = fileNameOf(reply.url);
  const type = reply.headers['content-type']?.toLowerCase();
  const format = CHOSEN[source.format] ?? formatOf(type);
  const chosen = { ...chosenReading(source.ds ?? {}), file: name };
  const { open, ...text } = fileChoice(chosen, type?.replace(SERVER_DEFAULT, ''));
  let mark: ReadMark | null = null;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* reply.body;
    mark = markOfReply(reply.headers);
  }
  return { bytes, open: { ...open, ...(format && { format }) }, text, name, mark: () => mark };
}

/** Web servers say Latin-1 of texts in any encoding: it tells nothing. */
const SERVER_DEFAULT = /;\s*charset="?(iso-8859-1|windows-1252)"?/;

/** The last part of an address, as the people of its server write it. */
function fileNameOf(address: string): string {
  const part = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part) || 'download';
  } catch {
    // what stands behind a % there is no UTF-8
    return part;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const chosenEscape = (escapes: EscapeChoice | null) => escapes !== null && { escapes };

/** How a Url source says that its file is to be read, as the query of an upload would. */
const chosenReading = ({
  encoding,
  delimiter,
  escapes,
  header_row,
  sheet,
  entry,
  path,
  beside,
}: Readonly<Record<string, unknown>>) => ({
  ...(isText(encoding) && { encoding }),
  ...(isText(delimiter) && { delimiter }),
  ...chosenEscape(escapeOf(escapes)),
  ...(isText(sheet) && { sheet }),
  ...(isText(entry) && { entry }),
  ...(isText(path) && { path }),
  ...(beside === true && { beside }),
  ...(typeof header_row === 'number' && { header_row }),
});

function restBody(source: Source, outbound: Outbound, scope: Scope, from: ReadMark | null): SourceBody {
  const spatial = source.format === 'spatial';
  // SRC-32: a GeoJSON data server is reached with POST unless another verb was chosen.
  const settings = restSettings({ ...(spatial && { verb: 'POST' }), ...(source.ds ?? { url: source.spatial?.url }) });
  const resumes = settings.paging?.kind === 'cursor' && settings.paging.resume === true;
  let mark: ReadMark | null = null;
  async function* bytes(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { send, close } = guardedSender(outbound, scope, signal);
    let last: string | null = null;
    try {
      yield* restLines(settings, send, spatial, {
        cursor: resumes && from?.kind === 'page' ? from.cursor : null,
        signal,
        onPage: (cursor) => {
          last = cursor;
        },
      });
      if (resumes && last !== null) mark = { kind: 'page', cursor: last };
    } catch (cause) {
      throw asRestError(cause);
    } finally {
      await close();
    }
  }
  return { bytes, open: { format: 'ndjson' }, mayBeEmpty: true, name: new URL(settings.url).host, mark: () => mark };
}

/** Records of another platform as CSV, nested values as JSON: its fields find those of the same name and type. */
function platformBody(source: Source, outbound: Outbound, scope: Scope): SourceBody {
  const settings = platformSettings(source);
  async function* bytes(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { send, close } = guardedSender(outbound, scope, signal);
    try {
      yield* csvOf(await readPlatform(settings, send, signal));
    } catch (cause) {
      throw asPlatformFault(cause);
    } finally {
      await close();
    }
  }
  const host = URL.canParse(settings.url) ? new URL(settings.url).host : settings.url;
  const name = `${host}/${settings.template}`;
  return { bytes, ...AS_WRITTEN, name, absent: true, mark: NO_MARK };
}

/**
 * Opens what a source leads to; with the mark of an earlier run only what came since, where the origin can tell.
 * @throws PlatformError for settings that are missing or an address that does not answer
 */
export async function openSourceBody(
  source: Source,
  outbound: Outbound,
  scope: Scope,
  signal: AbortSignal,
  from: ReadMark | null = null,
): Promise<SourceBody> {
  const { provider, ds, spatial } = source;
  if (provider === 'mysql' || provider === 'sqlserver') return databaseBody(source, provider, outbound, scope, from);
  if (provider === 'platform') return platformBody(source, outbound, scope);
  const url = spatial?.url ?? ds?.url;
  if (provider === 'url' && typeof url === 'string') return urlBody(source, url, outbound, scope, signal, from);
  if (provider === 'rest') return restBody(source, outbound, scope, from);
  if (provider === 'sqlite')
    throw invalid(
      { provider: 'The platform opens no SQLite file by itself' },
      'An SQLite file lies on the machine of a local ingestor: let that one read the source.',
    );
  throw invalid(
    { provider: `The platform cannot read '${provider}' by itself` },
    `A source of the provider '${provider}' is not read by the platform itself: upload the file, or let a local ingestor read it.`,
  );
}
