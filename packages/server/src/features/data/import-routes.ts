import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { malformed, UPLOAD_LIMIT } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { answer } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import { unpacked } from '../../http/unpacked.ts';
import type { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { importReply } from './batch-record.ts';
import type { Batches, ImportRequest } from './batches.ts';
import { asDelimiter } from './column-plan.ts';
import { dataAccess } from './data-access.ts';
import { refuseForeignFields } from './field-rights.ts';
import { isEncoding, type ReadAs, tooLarge } from './intake.ts';
import { KeptUploads } from './kept-uploads.ts';
import { ImportReply } from './reply-schemas.ts';

const CSV_TYPES = ['text/csv', 'application/csv', 'text/tab-separated-values'];
const LINE_TYPES = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/geo+json-seq'];

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const text = (description: string) => Type.Optional(Type.String({ description }));
const ImportQuery = Type.Object(
  {
    template: Type.String({ minLength: 1 }),
    source: Type.Optional(Type.String()),
    delimiter: text('comma, tab, pipe or semicolon; found by itself when missing'),
    encoding: text('utf-8, utf-16le, utf-16be or latin1; found by itself when missing'),
    columns: text('JSON: source column → field, or null for a column left out'),
    formats: text('JSON: source column → date format'),
    ignore_unknown: flag('leave out columns that match no field instead of refusing the file'),
    dry_run: flag('answer the ledger, store nothing'),
    keep: flag('with dry_run: keep the body for half an hour under the id answered as `upload`'),
    upload: text('id of a kept body, in place of a body'),
    wait: Type.Optional(
      Type.Union([Type.Literal('durable'), Type.Literal('applied')], {
        description: 'durable: answer with the batch id as soon as the rows are safe',
      }),
    ),
    file: Type.Optional(Type.String({ maxLength: 256, description: 'name of the file, for messages and lists' })),
  },
  { additionalProperties: false },
);
type ImportQuery = Static<typeof ImportQuery>;

/** A query parameter that holds a JSON object of texts. */
function readMap(text: string | undefined, name: string, nullable: boolean): Readonly<Record<string, string | null>> {
  if (text === undefined || text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const fits = (entry: unknown): boolean => typeof entry === 'string' || (nullable && entry === null);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.values(value).every(fits)) {
    const second = nullable ? 'a field name or null' : 'a date format';
    throw malformed(`'${name}' in the query must be a JSON object that gives each source column ${second}.`);
  }
  return value as Readonly<Record<string, string | null>>;
}

const CHARSETS: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  'iso-8859-1': 'latin1',
  'windows-1252': 'latin1',
  'latin-1': 'latin1',
  ascii: 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16': '',
};

/**
 * The encoding named in the query, else in the content type; undefined = found out from the bytes. A content type that
 * says UTF-8 does not count: programs add it to whatever they send.
 */
function encodingOf(query: string | undefined, contentType: string | undefined) {
  const charset = /charset="?([\w-]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  const given = query?.toLowerCase() ?? charset;
  if (given === undefined || given === '') return undefined;
  const known = CHARSETS[given] ?? given;
  if (isEncoding(known)) return query === undefined && known === 'utf-8' ? undefined : known;
  if (query === undefined) return undefined;
  throw malformed(`encoding '${query}' is none of utf-8, utf-16le, utf-16be, latin1.`);
}

function readAsCsv(query: ImportQuery, contentType: string | undefined): ReadAs {
  const encoding = encodingOf(query.encoding, contentType);
  return {
    format: 'csv',
    ...(query.delimiter && { delimiter: asDelimiter(query.delimiter) }),
    ...(encoding && { encoding }),
    choice: {
      columns: readMap(query.columns, 'columns', true),
      formats: readMap(query.formats, 'formats', false) as Readonly<Record<string, string>>,
      ignoreUnknown: query.ignore_unknown === true,
    },
    file: query.file ?? null,
  };
}

type ImportCall = Call<{ readonly querystring: typeof ImportQuery; readonly reply: typeof ImportReply }>;

async function importRequest(
  call: ImportCall,
  as: ReadAs,
  templates: Templates,
  stores: BatchStores,
): Promise<ImportRequest> {
  const { scope } = call;
  const { template, userName } = await dataAccess(call, call.query.template, templates, stores.records);
  const guard = (paths: Iterable<string>): void => refuseForeignFields(template.template.items, paths, scope, userName);
  const [group = null] = scope.groups;
  return {
    scope,
    template,
    userName,
    guard,
    as,
    system: {
      _user_id: scope.user,
      _user_name: userName,
      _group_id: group,
      _template_id: template.id,
      _template_name: template.template.name,
      _post_type: as.format === 'csv' ? 'import' : 'stream',
      _schema_version: template.schemaVersion,
    },
  };
}

/** How much of a refused body is read and thrown away, and for how long: many clients listen only when they are done. */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 3000;

async function readAway(stream: Readable): Promise<boolean> {
  let left = DRAIN_BYTES;
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      left -= Buffer.byteLength(chunk);
      if (left < 0) return false;
    }
  } catch {
    return false;
  }
  return true;
}

/** Whether the rest of the body was read, so that the connection can serve another request. */
const drained = (stream: Readable): Promise<boolean> =>
  Promise.race([readAway(stream), setTimeout(DRAIN_MS, false, { ref: false })]);

const notPacked = (encoding: string): Error =>
  malformed(`The body is not packed as its content-encoding '${encoding}' says.`, 'Pack it anew, or send it as it is.');

/** Runs an import; when it is refused half way, the connection does not go down and take the answer with it. */
async function handle(call: ImportCall, makeRequest: () => Promise<ImportRequest>, { batches, uploads }: Imports) {
  const { upload } = call.query;
  if (upload) return run(call, await makeRequest(), uploads.read(call.scope, upload), { batches, uploads });
  const stream = call.body as Readable | undefined;
  if (!stream) throw malformed('The body is empty.', 'Send the rows in the body of the request.');
  if (Number(call.request.headers['content-length'] ?? 0) > UPLOAD_LIMIT) {
    call.reply.header('connection', 'close');
    throw tooLarge();
  }
  try {
    const body = unpacked(stream, call.request.headers['content-encoding'], notPacked);
    return await run(call, await makeRequest(), body, { batches, uploads });
  } finally {
    if (!stream.readableEnded && !(await drained(stream))) call.reply.header('connection', 'close');
  }
}

interface Imports {
  readonly batches: Batches;
  readonly uploads: KeptUploads;
}

async function run(
  call: ImportCall,
  request: ImportRequest,
  body: AsyncIterable<Uint8Array>,
  { batches, uploads }: Imports,
) {
  const { dry_run, wait, keep, upload } = call.query;
  if (dry_run) {
    let kept = upload;
    const source = keep && !upload ? uploads.copying(call.scope, body, (id) => (kept = id)) : body;
    const ledger = await batches.dryRun(request, source, call.signal);
    return { ...importReply('', ledger), batch: null, dry_run: true, ...(kept && { upload: kept }) };
  }
  const accepted = await batches.submit(request, body);
  if (upload) await uploads.forget(upload);
  if (wait === 'durable') return answer({ batch: accepted.batch, state: 'running' }, { http: 202 });
  return noted(importReply(accepted.batch, await accepted.ledger));
}

/** A file without rows is no error, but deserves a sentence. */
const noted = (reply: ReturnType<typeof importReply>) =>
  reply.read === 0
    ? { ...reply, note: 'The file holds a header row and no data rows: there was nothing to store.' }
    : reply;

/** `/data/csv` and `/feature/data`: bodies of any size, read as they come (STR-01…04). */
export async function registerImports(
  app: FastifyInstance,
  batches: Batches,
  templates: Templates,
  stores: BatchStores,
): Promise<void> {
  const uploads = new KeptUploads(join(stores.config.data, 'uploads'));
  app.addHook('onReady', () => uploads.clear());
  const imports = { batches, uploads };
  await app.register(async (csv) => {
    csv.removeAllContentTypeParsers();
    csv.addContentTypeParser(CSV_TYPES, (_request, payload, done) => done(null, payload));
    route(csv, 'data.csv', {
      schema: { querystring: ImportQuery, reply: ImportReply },
      handler: async (call) => {
        const as = readAsCsv(call.query, call.request.headers['content-type']);
        return handle(call, () => importRequest(call, as, templates, stores), imports);
      },
    });
  });
  await app.register(async (lines) => {
    lines.removeAllContentTypeParsers();
    lines.addContentTypeParser(LINE_TYPES, (_request, payload, done) => done(null, payload));
    route(lines, 'data.feature', {
      schema: { querystring: ImportQuery, reply: ImportReply },
      handler: async (call) => {
        const { ignore_unknown, file } = call.query;
        const as: ReadAs = { format: 'ndjson', ignoreUnknown: ignore_unknown === true, file: file ?? null };
        return handle(call, () => importRequest(call, as, templates, stores), imports);
      },
    });
  });
}
