import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { malformed, UPLOAD_LIMIT } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { denied } from '../../access/refusals.ts';
import { leaving } from '../../access/still-live.ts';
import type { Call } from '../../http/call.ts';
import { answer } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import { refuseUnknownPacking, unpacked } from '../../http/unpacked.ts';
import type { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { takeParts } from './batch-parts.ts';
import { importReply, runningReply } from './batch-record.ts';
import { indexRemoved, refuseOther } from './batch-refusals.ts';
import { ImportReply } from './batch-replies.ts';
import type { Batches } from './batches.ts';
import type { ColumnChoice } from './column-plan.ts';
import { rowAccess } from './data-access.ts';
import { Digested, sha256Of } from './digested.ts';
import { earlierLoad } from './earlier-load.ts';
import { hiddenFields, keptByRows, refuseForeignColumns } from './field-rights.ts';
import {
  CSV_TYPES,
  CsvQuery,
  FileQuery,
  ImportQuery,
  LINE_TYPES,
  readAsCsv,
  readAsFile,
  readAsLines,
} from './import-query.ts';
import type { ImportRequest } from './import-request.ts';
import { tooLarge } from './intake.ts';
import { KeptUploads } from './kept-uploads.ts';
import type { Originals } from './originals.ts';
import type { ReadAs } from './read-as.ts';
import { choiceOf, importChoice } from './stored-converter.ts';

type ImportCall = Call<{ readonly querystring: typeof ImportQuery; readonly reply: typeof ImportReply }>;

/** What an import needs to know beside its rows. @throws PlatformError when the caller may not fill the template */
export async function importRequest(
  call: Pick<Call, 'scope' | 'caller' | 'reach' | 'about'>,
  templateId: string,
  as: ReadAs,
  templates: Templates,
  stores: BatchStores,
): Promise<ImportRequest> {
  const { scope } = call;
  const { template, userName, hidden } = await rowAccess(call, templateId, templates, stores);
  const { items } = template.template;
  const guard = (paths: Iterable<string>): void => refuseForeignColumns(items, paths, scope, userName);
  const [group = null] = scope.groups;
  call.about.set('template', template.template.name);
  if (as.file) call.about.set('file', as.file);
  return {
    scope,
    template,
    userName,
    guard,
    keeps: keptByRows(items, hidden, scope, userName),
    hidden,
    as,
    system: {
      _user_id: scope.user,
      _user_name: userName,
      _group_id: group,
      _template_id: template.id,
      _template_name: template.template.name,
      _post_type: as.format === 'ndjson' ? 'stream' : 'import',
      _schema_version: template.schemaVersion,
    },
  };
}

export const notPacked = (encoding: string): Error =>
  malformed(`The body is not packed as its content-encoding '${encoding}' says.`, 'Pack it anew, or send it as it is.');

/** Runs an import. */
async function handle(call: ImportCall, makeRequest: () => Promise<ImportRequest>, imports: Imports, inParts = false) {
  const { upload } = call.query;
  if (upload) {
    if (inParts) throw malformed("'parts' is for rows in the body, not for a kept body.");
    const { uploads } = imports;
    const request = { ...(await makeRequest()), size: uploads.size(call.scope, upload) };
    return run(call, request, uploads.read(call.scope, upload), imports);
  }
  const stream = call.body as Readable | undefined;
  if (!stream) throw malformed('The body is empty.', 'Send the rows in the body of the request.');
  if (Number(call.request.headers['content-length'] ?? 0) > UPLOAD_LIMIT) {
    call.reply.header('connection', 'close');
    throw tooLarge();
  }
  refuseUnknownPacking(call.request.headers['content-encoding']);
  const body = unpacked(stream, call.request.headers['content-encoding'], notPacked);
  const packed = call.request.headers['content-encoding'] !== undefined;
  const size = packed ? 0 : Number(call.request.headers['content-length'] ?? 0);
  const request = { ...confirmed(call, await makeRequest(), imports.templates, imports.stores), size };
  if (!inParts) return run(call, request, body, imports);
  const { parts, rest } = await takeParts(body);
  return run(call, { ...request, parts }, rest, imports);
}

/**
 * The same import, whose sender is looked at again when its body is here: that may take hours (AUT-07). What may be written of the
 * template by then is to be what the rows were read for.
 */
export function confirmed(
  call: Pick<Call, 'scope' | 'caller' | 'reach' | 'still'>,
  request: ImportRequest,
  templates: Templates,
  stores: BatchStores,
): ImportRequest {
  const { items } = request.template.template;
  const look = async (): Promise<void> => {
    const still = { ...call, ...(await call.still()) };
    const { userName } = await rowAccess(still, request.template.id, templates, stores);
    const keeps = keptByRows(items, hiddenFields(items, still.scope, userName), still.scope, userName);
    if (!isDeepStrictEqual(keeps, request.keeps)) throw denied('Your right to fields of this template was changed');
  };
  const confirm = async (): Promise<void> => {
    if (!(await stores.search.definition(call.scope, request.template.id))) throw indexRemoved();
    await look().catch(leaving('nothing of it is stored'));
  };
  return { ...request, confirm };
}

interface Imports {
  readonly stores: BatchStores;
  readonly templates: Templates;
  readonly batches: Batches;
  readonly uploads: KeptUploads;
  readonly originals: Originals;
}

async function run(
  call: ImportCall,
  request: ImportRequest,
  body: AsyncIterable<Uint8Array>,
  { stores, batches, uploads, originals }: Imports,
) {
  const { dry_run, wait, keep, upload } = call.query;
  const earlier = async (sha256: string | null | undefined, batch?: string) => {
    const found = await earlierLoad(stores.records, call.scope, {
      template: request.template.id,
      sha256,
      ...(batch && { batch }),
    });
    return found && { earlier: found };
  };
  if (dry_run) {
    let kept = upload;
    const source = new Digested(keep && !upload ? uploads.copying(call.scope, body, (id) => (kept = id)) : body);
    const ledger = await batches.dryRuns.run(request, source, call.signal);
    const known = { ...(kept && { upload: kept }), ...(await earlier(source.sha256)) };
    return { ...importReply('', ledger), batch: null, dry_run: true, ...known };
  }
  const submit = async (began?: (batch: string) => void) => {
    const accepted = await batches.submit({ ...request, ...(began && { began }) }, body);
    const isGone = upload !== undefined && !uploads.holds(call.scope, upload);
    if (!isGone) await refuseOther(accepted, () => sha256Of(body));
    if (!upload || (await originals.has(call.scope, accepted.batch))) return accepted;
    const file = uploads.handOver(call.scope, upload);
    if (file !== null) await originals.keep(call.scope, accepted.batch, file, accepted.ts);
    return accepted;
  };
  if (wait === 'started') {
    if (!upload) throw malformed("wait 'started' is for a file the platform keeps: name it as upload.");
    if (uploads.holds(call.scope, upload)) return started(submit);
  }
  const accepted = await submit();
  const { batch, short, repeated } = accepted;
  const before = repeated ? null : await earlier(accepted.sha256, batch);
  if (wait === 'durable' || wait === 'started') return answer({ ...runningReply(accepted), ...before }, { http: 202 });
  return noted({ ...importReply(batch, { ...(await accepted.ledger), short }, repeated), ...before });
}

/** Answers as soon as the batch can be watched and cancelled; what becomes of it then stands in its record. */
async function started(submit: (began: (batch: string) => void) => Promise<{ readonly batch: string }>) {
  const began = Promise.withResolvers<string>();
  const accepted = submit(began.resolve).then(({ batch }) => batch);
  accepted.catch(() => {});
  return answer({ batch: await Promise.race([began.promise, accepted]), state: 'running' }, { http: 202 });
}

/** A file without rows is no error, but deserves a sentence. */
const noted = <T extends ReturnType<typeof importReply>>(reply: T) =>
  reply.read === 0
    ? { ...reply, note: 'The file holds a header row and no data rows: there was nothing to store.' }
    : reply;

/** A name that the query does not say is that of a file made before: its sheet or entry may have another date in it. */
const withKind = (as: ReadAs, query: object): ReadAs =>
  as.format === 'file' && !('sheet' in query || 'entry' in query) ? { ...as, open: { ...as.open, byKind: true } } : as;

type Reads<Q> = (query: Q, contentType: string | undefined, converter: ColumnChoice | null) => ReadAs;

/** `/data/csv`, `/feature/data` and `/data/file`: bodies of any size, read as they come (STR-01…04). */
export async function registerImports(
  app: FastifyInstance,
  batches: Batches,
  templates: Templates,
  stores: BatchStores,
  originals: Originals,
): Promise<void> {
  const uploads = new KeptUploads(join(stores.config.data, 'uploads'));
  app.addHook('onReady', () => uploads.clear());
  const imports = { stores, templates, batches, uploads, originals };
  async function request<Q extends ImportQuery>(call: Call & { readonly query: Q }, readAs: Reads<Q>) {
    const { source, template, after } = call.query;
    if (after === call.scope.requestId)
      throw malformed('A batch cannot go behind itself: `after` is its own request_id.');
    const stored = source ? await importChoice(stores.records, call.scope, source, template) : null;
    const query = { ...stored?.opening, ...call.query };
    const as = readAs(query, call.request.headers['content-type'], stored && choiceOf(stored.columns));
    const made = await importRequest(call, template, withKind(as, call.query), templates, stores);
    return after === undefined ? made : { ...made, after };
  }
  await app.register(async (csv) => {
    csv.removeAllContentTypeParsers();
    csv.addContentTypeParser(CSV_TYPES, (_request, payload, done) => done(null, payload));
    route(csv, 'data.csv', {
      schema: { querystring: CsvQuery, takes: CSV_TYPES, reply: ImportReply, begins: true },
      handler: (call) => handle(call, () => request(call, readAsCsv), imports, call.query.parts),
    });
  });
  await app.register(async (lines) => {
    lines.removeAllContentTypeParsers();
    lines.addContentTypeParser(LINE_TYPES, (_request, payload, done) => done(null, payload));
    route(lines, 'data.feature', {
      schema: { querystring: ImportQuery, takes: LINE_TYPES, reply: ImportReply, begins: true },
      handler: (call) => handle(call, () => request(call, readAsLines), imports),
    });
  });
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    route(files, 'data.file', {
      schema: { querystring: FileQuery, takes: ['*/*'], reply: ImportReply, begins: true },
      handler: (call) => handle(call, () => request(call, readAsFile), imports),
    });
  });
}
