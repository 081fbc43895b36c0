import type { PlatformError } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalogue } from '../index/catalogue.ts';
import { inTransaction } from '../store/transaction.ts';
import {
  type DataStream,
  keptStream,
  rolledStream,
  streamByIndex,
  streamNamed,
  timestampFieldOf,
} from './data-streams.ts';
import { checkIndexName, checkStreamName } from './index-name.ts';
import type { Names } from './names.ts';
import { storeNew } from './new-index.ts';
import { illegalArgument, noSuchIndex, streamExists, streamNameTaken } from './refusal.ts';
import { aliasesFor, composedTemplate, indexTemplateFor, type TemplateParts } from './templates.ts';
import { timedMapping } from './timestamp-rule.ts';

/** A tenant's file while it is written to, with what it keeps by name. */
export interface Written {
  readonly connection: DuckDBConnection;
  readonly catalogue: Catalogue;
  readonly names: Names;
}

/** What the index template of a data stream gives to its indexes. @throws PlatformError when there is none that makes one */
function partsFor(names: Names, stream: string): TemplateParts & { readonly field: string } {
  const found = indexTemplateFor(names.all('index_template'), stream);
  if (found === null) throw illegalArgument(`no matching index template found for data stream [${stream}]`);
  const [template, body] = found;
  if (body.data_stream === undefined) {
    throw illegalArgument(
      `matching index template [${template}] for data stream [${stream}] has no data stream template`,
    );
  }
  return { ...composedTemplate(names, body), field: timestampFieldOf(body) };
}

/** Makes the index a stream is written to from now on. */
async function storeLast({ connection, catalogue, names }: Written, stream: DataStream): Promise<void> {
  const { mapping, settings, aliases } = partsFor(names, stream.name);
  const name = stream.indices.at(-1) ?? '';
  checkIndexName(name);
  const layout = await inTransaction(connection, async () => {
    const stored = await storeNew(connection, catalogue, names, {
      name,
      mapping: timedMapping(mapping, stream.timestampField),
      settings: { ...settings, 'index.hidden': 'true' },
      aliases: aliasesFor(aliases, name),
    });
    await names.put(connection, 'data_stream', stream.name, keptStream(stream));
    return stored;
  });
  catalogue.keep(layout);
}

/** Makes a data stream with its first index. @throws PlatformError where its name is another's, or no template makes it */
export async function storeStream(written: Written, name: string): Promise<void> {
  const { catalogue, names } = written;
  if (streamNamed(names, name) !== null) throw streamExists(name);
  checkStreamName(name);
  const { field } = partsFor(names, name);
  if (catalogue.find(name) !== undefined) throw streamNameTaken(name, 'index');
  if (names.get('alias', name) !== null) throw streamNameTaken(name, 'alias');
  await storeLast(written, rolledStream({ name, timestampField: field, indices: [], generation: 0 }));
}

/** Begins the next index of a data stream. */
export async function storeNextOf(written: Written, name: string): Promise<void> {
  const stream = streamNamed(written.names, name);
  if (stream === null) throw noSuchIndex(name);
  await storeLast(written, rolledStream(stream));
}

/** The refusal of a removal that would leave a data stream without the index it is written to. */
const stillWritten = (index: string, stream: string): PlatformError =>
  illegalArgument(`index [${index}] is the write index for data stream [${stream}] and cannot be deleted`);

/** Data streams as the removal of some of their indexes leaves them. @throws PlatformError for one that is written to */
export function streamsWithout(names: Names, removed: readonly string[]): readonly DataStream[] {
  const byIndex = streamByIndex(names);
  const left = new Map<string, DataStream>();
  for (const index of removed) {
    const stream = byIndex.get(index);
    if (stream === undefined) continue;
    if (stream.indices.at(-1) === index) throw stillWritten(index, stream.name);
    const before = left.get(stream.name) ?? stream;
    left.set(stream.name, { ...before, indices: before.indices.filter((each) => each !== index) });
  }
  return [...left.values()];
}
