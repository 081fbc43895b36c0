import { flatSettings, printMapping, refuseBlocked, type StoredInfo } from '@datasarana/engine';
import { parseSearch } from '@datasarana/query';
import { pages } from '../by-query/walk.ts';
import { infosNamed, isObject, isTrue, type OsCall } from '../call.ts';
import { refuseUnfitParts } from '../given-parts.ts';
import type { Body } from '../json-object.ts';
import { createIndex } from '../new-index.ts';
import { illegal, incomplete, unreadable } from '../refusals.ts';
import { type Resize, refuseOne, resizedShards, wrongState } from '../resized-shards.ts';
import { type OsRoute, os } from '../route.ts';
import { onlyIndex } from '../routing.ts';
import { BATCH, textOf } from './by-query.ts';

const KEYS = ['settings', 'aliases', 'max_shard_size'];

/** Settings an index has of its own, and none it is copied to. */
const OWN = new Set([
  ...['creation_date', 'uuid', 'provided_name', 'version.created', 'number_of_shards', 'number_of_replicas'],
  ...['number_of_routing_shards', 'resize.source.name', 'resize.source.uuid'],
]);

const isBlock = (name: string): boolean => name.startsWith('index.blocks.');
const only = (settings: Body, fits: (name: string) => boolean): Body =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => fits(name)));

async function sourceOf(call: OsCall): Promise<StoredInfo> {
  const { index = '' } = call.params;
  const name = onlyIndex(await call.documents.resolve(index, { allowNoIndices: false, streams: false }), index);
  const [info] = await infosNamed(call, [name]);
  if (info === undefined) throw new Error(`index [${name}] was found and is not there`);
  return info;
}

function refuseUnblocked({ name, settings }: StoredInfo): void {
  if (settings['index.blocks.write'] === 'true' || settings['index.blocks.read_only'] === 'true') return;
  throw wrongState(`index ${name} must block write operations to resize index. use "index.blocks.write=true"`);
}

const READ_ONLY = 'index.blocks.read_only';

/** An index that begins blocked cannot be filled. */
function refuseBlockedTarget(target: string, given: Body): void {
  if (given['index.number_of_routing_shards'] !== undefined)
    throw illegal('cannot provide index.number_of_routing_shards on resize');
  const block = ['index.blocks.metadata', READ_ONLY].find((name) => given[name] === 'true');
  if (block === undefined) return;
  throw incomplete(`target index [${target}] will be blocked by [${block}=true], ${UNFILLED}`);
}

function refuseCopiedBlock({ name, settings }: StoredInfo, target: string, given: Body): void {
  if (settings[READ_ONLY] !== 'true' || given[READ_ONLY] !== undefined) return;
  const copied = `[${READ_ONLY}=true] which is copied from the source index [${name}]`;
  throw illegal(`target index [${target}] will be blocked by ${copied}, ${UNFILLED}`);
}

const UNFILLED = 'this will disable metadata writes and cause the shards to be unassigned';

/**
 * A mapping that takes all documents and adds nothing of them, where it says what becomes of fields it does not know: they were left out where the
 * documents come from, though it may refuse or add them by now.
 */
const withoutGrowth = (mapping: Body): Body => ({
  ...mapping,
  ...(mapping.dynamic !== undefined && { dynamic: 'false' }),
  ...(isObject(mapping.properties) && {
    properties: Object.fromEntries(
      Object.entries(mapping.properties).map(([name, field]) => [name, isObject(field) ? withoutGrowth(field) : field]),
    ),
  }),
});

/** Copies documents with their versions. */
async function copyDocuments(call: OsCall, from: string, to: string): Promise<void> {
  const snapshot = await call.services.search.snapshot(call.scope);
  try {
    const walk = { names: [from], request: parseSearch({ version: true }), size: BATCH, whole: true };
    for await (const hits of pages(snapshot, walk, call.signal)) {
      const operations = hits.map((hit) => ({
        ...{ kind: 'index' as const, id: hit._id, source: textOf(hit), versionType: 'external' as const },
        ...(hit._version !== undefined && { version: hit._version }),
        ...(hit._routing !== undefined && { routing: hit._routing }),
      }));
      const written = await call.documents.write(to, operations, { signal: call.signal });
      for (const each of written) if ('error' in each) throw each.error;
    }
  } finally {
    await snapshot.close();
  }
}

/** An index like another one, with its documents; what fails leaves none behind. */
const resize = (kind: Resize) => async (call: OsCall) => {
  if (!isTrue(call.query.copy_settings, true))
    throw illegal('parameter [copy_settings] can not be explicitly set to [false]');
  const body = await call.json();
  const unknown = Object.keys(body).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw unreadable(`[resize_request] unknown field [${unknown}]`);
  refuseUnfitParts(body);
  const given = flatSettings(body.settings);
  const shards = given['index.number_of_shards'];
  if (kind === 'split' && shards === undefined)
    throw incomplete('index.number_of_shards is required for split operations');
  const target = call.params.target ?? '';
  refuseBlockedTarget(target, given);
  const source = await sourceOf(call);
  refuseBlocked(source.name, source, 'tell');
  const number = resizedShards(kind, source, shards);
  refuseUnblocked(source);
  refuseOne(kind, source);
  refuseCopiedBlock(source, target, given);
  const settings = {
    ...only(source.settings, (name) => !OWN.has(name.slice('index.'.length))),
    ...given,
    'index.number_of_shards': String(number),
    'index.resize.source.name': source.name,
    'index.resize.source.uuid': source.uuid,
  };
  const mappings = printMapping(source.mapping);
  const index = await createIndex(
    call,
    target,
    {
      mappings: withoutGrowth(mappings),
      settings: only(settings, (name) => !isBlock(name)),
      aliases: body.aliases,
    },
    { fitsTemplates: false },
  );
  try {
    await copyDocuments(call, source.name, index);
    await call.documents.putMapping(index, mappings);
    const blocks = only(settings, isBlock);
    if (Object.keys(blocks).length > 0) await call.documents.putSettings(index, blocks);
  } catch (error) {
    await call.documents.remove([index]);
    throw error;
  }
  return { acknowledged: true, shards_acknowledged: true, index };
};

export const resizeRoutes: readonly OsRoute[] = (['clone', 'shrink', 'split'] as const).map((kind) =>
  os('PUT POST', 'manage', `/:index/_${kind}/:target`, resize(kind)),
);
