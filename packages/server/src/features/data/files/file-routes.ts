import type { Readable } from 'node:stream';
import { invalid, malformed, UPLOAD_LIMIT, ValueType } from '@datasarana/schema';
import { extensionOf, FILE_COLUMNS, matchColumns, safeName } from '@datasarana/sources';
import { csvText } from '@datasarana/sources/node';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Call } from '../../../http/call.ts';
import { absent, answer, download } from '../../../http/envelope.ts';
import { FILE } from '../../../http/replies.ts';
import { route } from '../../../http/route.ts';
import { refuseUnknownPacking, unpacked } from '../../../http/unpacked.ts';
import type { Templates } from '../../templates/templates.ts';
import type { BatchStores } from '../batch-applier.ts';
import { importReply, runningReply } from '../batch-record.ts';
import { refuseOther } from '../batch-refusals.ts';
import { ImportReply } from '../batch-replies.ts';
import type { Batches } from '../batches.ts';
import { dataAccess, rowAccess } from '../data-access.ts';
import { visiblePart } from '../field-rights.ts';
import { choiceOf } from '../import-query.ts';
import type { ImportRequest } from '../import-request.ts';
import { confirmed, importRequest, notPacked } from '../import-routes.ts';
import { tooLarge } from '../intake.ts';
import type { FileStore, Incoming } from './file-store.ts';
import type { KeptFiles } from './kept-files.ts';

const KeepQuery = Type.Object(
  {
    template: Type.String({ minLength: 1 }),
    file: Type.String({ minLength: 1, maxLength: 1024, description: 'name of the file' }),
    modified: Type.Optional(Type.Integer({ description: 'when the file was last changed, epoch ms' })),
    columns: Type.Optional(
      Type.String({
        description: `JSON: ${FILE_COLUMNS.map(({ name }) => name).join(', ')} → field, or null; by name when missing`,
      }),
    ),
    formats: Type.Optional(Type.String({ description: 'JSON: column → date format' })),
    transforms: Type.Optional(Type.String({ description: 'JSON: column → list of functions; none for sha256' })),
    dry_run: Type.Optional(Type.Boolean({ description: 'answer the ledger, keep nothing' })),
    wait: Type.Optional(Type.Union([Type.Literal('durable'), Type.Literal('applied')])),
  },
  { additionalProperties: false },
);
type KeepCall = Call<{ readonly querystring: typeof KeepQuery; readonly reply: typeof ImportReply }>;
const RecordQuery = { template: Type.String({ minLength: 1 }), id: Type.String({ minLength: 1 }) };
const FilesReply = Type.Array(
  Type.Object(
    { name: Type.String(), media_type: Type.String(), size: Type.Integer(), sha256: Type.String() },
    { additionalProperties: false },
  ),
);

interface NamedItem {
  readonly name: string;
  readonly value_type: number;
}

/** Where each piece of metadata goes, and the field of the checksum. @throws PlatformError 31/422 when it has none */
function fileChoice(query: KeepCall['query'], items: readonly NamedItem[]) {
  const given = choiceOf(query, null);
  const names = FILE_COLUMNS.map(({ name }) => name);
  const fields = items.map(({ name }) => name);
  const found = Object.fromEntries(matchColumns(names, fields).map(({ field }, i) => [names[i] ?? '', field ?? null]));
  const columns = { ...found, ...given.columns };
  const field = columns.sha256 ?? null;
  const type = items.find(({ name }) => name === field)?.value_type;
  if (field === null || (type !== ValueType.Keyword && type !== ValueType.Text)) {
    const reason = 'sha256 must go into a field of the type Keyword or Text: by it the record finds its file';
    throw invalid({ columns: reason }, `${reason}. Add a field 'sha256' to the template, or choose one.`);
  }
  if ((given.transforms?.sha256 ?? []).length > 0)
    throw invalid({ transforms: 'sha256 goes in as it is: by it the record finds its file' });
  return { choice: { ...given, columns, ignoreUnknown: true }, field };
}

/** The record of a file as the row of a table. */
function rowOf({ sha256, size, media_type }: Incoming, name: string, modified: number | undefined): Buffer {
  const time = modified === undefined ? '' : new Date(modified).toISOString();
  const values = { name, extension: extensionOf(name), media_type, size: String(size), modified: time, sha256 };
  const names = FILE_COLUMNS.map((column) => column.name);
  return Buffer.from(`${names.join(',')}\n${names.map((column) => csvText(values[column])).join(',')}\n`);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What nobody may make a browser run: it is saved, never shown, and brings no page to life. */
const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
} as const;

/** Files that are kept as they are, their metadata as the record (SRC-37). */
export class FileRoutes {
  readonly #store: FileStore;
  readonly #kept: KeptFiles;
  readonly #batches: Batches;
  readonly #templates: Templates;
  readonly #stores: BatchStores;

  constructor(store: FileStore, kept: KeptFiles, batches: Batches, templates: Templates, stores: BatchStores) {
    this.#store = store;
    this.#kept = kept;
    this.#batches = batches;
    this.#templates = templates;
    this.#stores = stores;
  }

  async register(app: FastifyInstance): Promise<void> {
    await app.register(async (files) => {
      files.removeAllContentTypeParsers();
      files.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      route(files, 'data.generic', {
        schema: { querystring: KeepQuery, takes: ['*/*'], reply: ImportReply, begins: true },
        handler: (call) => this.#receive(call),
      });
    });
    route(app, 'data.generic.list', {
      schema: { querystring: Type.Object(RecordQuery), reply: FilesReply },
      handler: async (call) => {
        const files = await this.#ofRecord(call, call.query);
        return files?.map(({ name, media_type, size, sha256 }) => ({ name, media_type, size, sha256 })) ?? absent();
      },
    });
    route(app, 'data.generic.get', {
      schema: {
        querystring: Type.Object({ ...RecordQuery, sha256: Type.String({ minLength: 64, maxLength: 64 }) }),
        reply: Type.Null(),
        sends: { 'application/octet-stream': FILE },
      },
      handler: async (call) => {
        const file = (await this.#ofRecord(call, call.query))?.find(({ sha256 }) => sha256 === call.query.sha256);
        const body = file && (await this.#kept.read(call.scope, file.sha256));
        if (!file || !body) return absent();
        const headers = { ...SAFE_HEADERS, 'content-length': String(file.size) };
        return download(body, 'application/octet-stream', file.name, headers);
      },
    });
  }

  /** Null when there is no such record for the caller. */
  async #ofRecord(call: Call, { template, id }: { readonly template: string; readonly id: string }) {
    const record = await this.#templates.find({ scope: call.scope, reach: call.reach }, template);
    if (record?.doc.deployed !== true) return null;
    const { hidden } = await dataAccess(call, template, this.#templates, this.#stores);
    const stored = await this.#stores.search.getDocument(call.scope, template, id);
    return stored ? this.#kept.ofRecord(call.scope, template, visiblePart(stored.source, hidden)) : null;
  }

  async #receive(call: KeepCall) {
    const stream = call.body as Readable | undefined;
    if (!stream) throw malformed('The body is empty.', 'Send the file in the body of the request.');
    if (Number(call.request.headers['content-length'] ?? 0) > UPLOAD_LIMIT) {
      call.reply.header('connection', 'close');
      throw tooLarge();
    }
    return this.#import(call, stream);
  }

  async #import(call: KeepCall, stream: Readable) {
    refuseUnknownPacking(call.request.headers['content-encoding']);
    const { template } = call.query;
    const { template: deployed } = await rowAccess(call, template, this.#templates, this.#stores);
    const { choice, field } = fileChoice(call.query, deployed.template.items);
    const name = safeName(call.query.file);
    const as: ImportRequest['as'] = {
      format: 'csv',
      delimiter: ',',
      encoding: 'utf-8',
      choice,
      file: name,
    };
    const made = await importRequest(call, template, as, this.#templates, this.#stores);
    const request = confirmed(call, made, this.#templates, this.#stores);
    request.guard(Object.values(choice.columns).flatMap((path) => path ?? []));
    const body = unpacked(stream, call.request.headers['content-encoding'], notPacked);
    const incoming = await this.#store.receive(body, call.signal);
    try {
      await request.confirm?.();
      return await this.#take(call, request, incoming, { name, field });
    } finally {
      await this.#store.drop(incoming);
    }
  }

  async #take(
    { query, scope, signal }: KeepCall,
    request: ImportRequest,
    incoming: Incoming,
    { name, field }: { readonly name: string; readonly field: string },
  ) {
    if (incoming.size === 0) throw invalid({ file: `${name} is empty` }, `${name} is empty: there is nothing to keep.`);
    const row = rowOf(incoming, name, query.modified);
    if (query.dry_run) {
      const ledger = await this.#batches.dryRuns.run(request, once(row), signal);
      return { ...importReply('', ledger), batch: null, dry_run: true };
    }
    let batch = '';
    const { template } = query;
    const keep = (): Promise<void> => this.#kept.keep(scope, incoming, { name, template, batch, field });
    /** Read once the batch is known and before it is durable: a record that stands always has its file. */
    async function* rows(): AsyncGenerator<Uint8Array> {
      await keep();
      yield row;
    }
    const { size, sha256 } = incoming;
    const sent: ImportRequest = {
      ...request,
      origin: { source: 'generic', bytes: size, sha256 },
      began: (id) => {
        batch = id;
      },
    };
    const sweep = (): Promise<void> => this.#kept.sweep(scope, { batch });
    const accepted = await this.#batches.submit(sent, rows()).catch(async (cause: unknown) => {
      await sweep();
      throw cause;
    });
    const ledger = accepted.ledger.finally(sweep);
    ledger.catch(() => {});
    await refuseOther(accepted, async () => sha256);
    if (query.wait !== 'durable') return importReply(accepted.batch, await ledger, accepted.repeated);
    return answer(runningReply(accepted), { http: 202 });
  }
}
