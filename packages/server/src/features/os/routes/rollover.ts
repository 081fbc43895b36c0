import {
  type AliasChange,
  backingName,
  checkIndexName,
  indexExists,
  type StoredInfo,
  templateGiving,
} from '@datasarana/engine';
import { didYouMean } from '@datasarana/query';
import { isTrue, type OsCall } from '../call.ts';
import { refuseUnfitParts } from '../given-parts.ts';
import type { Body } from '../json-object.ts';
import { createIndex } from '../new-index.ts';
import { illegal, unreadable } from '../refusals.ts';
import { metConditions } from '../rollover-conditions.ts';
import { type OsRoute, os } from '../route.ts';

/** What is written to from now on, and how that is brought about. */
interface Rolling {
  readonly from: StoredInfo;
  readonly next: string;
  readonly roll: () => Promise<void>;
}

/** An index takes over from the one an alias is written to. */
async function aliasRolling(call: OsCall, alias: string, { conditions: _, ...made }: Body): Promise<Rolling> {
  const written = await call.documents.writeIndex(alias);
  if (written === null) throw illegal(`rollover target [${alias}] does not exist`);
  if (written === '') throw illegal(`rollover target [${alias}] does not point to a write index`);
  if (written === alias)
    throw illegal('rollover target is a [concrete index] but one of [alias,data_stream] was expected');
  const from = await call.documents.info(written);
  const next = call.params.target ?? nextName(written);
  await refuseTarget(call, next);
  await refuseGivenAlias(call, next, alias);
  const roll = async () => {
    refuseUnfitParts(made);
    await createIndex(call, next, made, { changes: handedOver(from, next, alias) });
  };
  return { from, next, roll };
}

/** An alias goes on to the next index with its filter and routing; where it says which index is written to, it stays on the last one. */
function handedOver({ name, aliases }: StoredInfo, next: string, alias: string): readonly AliasChange[] {
  const options = aliases[alias] ?? {};
  if (options.is_write_index === undefined)
    return [
      { kind: 'add', index: next, alias, options: { ...options } },
      { kind: 'remove', index: name, alias },
    ];
  return [
    { kind: 'add', index: next, alias, options: { ...options, is_write_index: true } },
    { kind: 'add', index: name, alias, options: { ...options, is_write_index: false } },
  ];
}

/** @throws PlatformError for an alias that a template gives to the next index in its own way */
async function refuseGivenAlias({ documents }: OsCall, next: string, alias: string): Promise<void> {
  const template = templateGiving(await documents.names(), next, alias);
  if (template !== null)
    throw illegal(
      `Rollover alias [${alias}] can point to multiple indices, found duplicated alias [[${alias}]] in index template [${template}]`,
    );
}

/** The next index of a data stream is named by its generation and made by its template; null for what is no stream. */
async function streamRolling(call: OsCall, name: string, body: Body): Promise<Rolling | null> {
  const stream = (await call.documents.streams()).find((each) => each.name === name);
  if (stream === undefined) return null;
  if (call.params.target !== undefined)
    throw illegal('new index name may not be specified when rolling over a data stream');
  const isMade = ['aliases', 'mappings', 'settings'].some((part) => Object.keys(Object(body[part])).length > 0);
  if (isMade)
    throw illegal('aliases, mappings, and index settings may not be specified when rolling over a data stream');
  const next = backingName(name, stream.generation + 1);
  await refuseTarget(call, next);
  return {
    from: await call.documents.info(stream.indices.at(-1) ?? ''),
    next,
    roll: () => call.documents.rollStream(name),
  };
}

const KNOWN = new Set(['conditions', 'aliases', 'mappings', 'settings']);

/** @throws PlatformError for what a rollover does not know, which is often a condition outside of [conditions] */
function refuseUnknown(body: Body): void {
  const unknown = Object.keys(body).find((name) => !KNOWN.has(name));
  if (unknown !== undefined)
    throw unreadable(`[rollover] unknown field [${unknown}]${didYouMean(unknown, [...KNOWN])}`);
}

async function rollover(call: OsCall) {
  const { index: name = '' } = call.params;
  const body = await call.json();
  refuseUnknown(body);
  const { from, next, roll } = (await streamRolling(call, name, body)) ?? (await aliasRolling(call, name, body));
  const { documents, bytes } = await call.documents.stats(from.name);
  const age = call.services.clock() - from.created;
  const met = metConditions(body.conditions, { max_docs: documents, max_size: bytes, max_age: age });
  const isDry = isTrue(call.query.dry_run);
  const isDone = !isDry && (Object.keys(met).length === 0 || Object.values(met).includes(true));
  if (isDone) await roll();
  return {
    acknowledged: isDone,
    shards_acknowledged: isDone,
    old_index: from.name,
    new_index: next,
    rolled_over: isDone,
    dry_run: isDry,
    conditions: met,
  };
}

/** @throws PlatformError for a name that an index has already, or cannot have */
async function refuseTarget({ documents }: OsCall, name: string): Promise<void> {
  checkIndexName(name);
  const taken = (await documents.list()).find((info) => info.name === name);
  if (taken) throw indexExists(name, taken.uuid);
}

function nextName(name: string): string {
  const found = /^(.*)-(\d+)$/.exec(name);
  if (!found) throw illegal(`index name [${name}] does not match pattern '^.*-\\d+$'`);
  return `${found[1]}-${String(Number(found[2]) + 1).padStart(6, '0')}`;
}

export const rolloverRoutes: readonly OsRoute[] = [
  os('POST', 'manage', ['/:index/_rollover', '/:index/_rollover/:target'], rollover),
];
