import { blocksOf, noSuchIndex, type StoredInfo } from '@datasarana/engine';
import { fillLookups, parseQuery, type Query } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { queryInAddress } from '../address.ts';
import { within } from '../alias-filter.ts';
import { askForNothing } from '../ask-for-nothing.ts';
import { infosNamed, isTrue, type OsCall } from '../call.ts';
import { causeOf, statusOf } from '../errors.ts';
import type { Body } from '../json-object.ts';
import { elsewhereOf } from '../lookups.ts';
import { incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { type Seen, seenNames } from '../seen-names.ts';
import { shardsOf } from '../shards.ts';

const shardsAsked = (count: number) => ({ total: count, successful: count, failed: 0 });

/** What the query becomes on each index, or on each of its shards, which are all the same. */
async function explanations(call: OsCall, { names, templates, filter }: Seen, query: Query): Promise<readonly Body[]> {
  const slugs = new Map(templates.map(({ id, slug }) => [id, slug]));
  const infos = new Map((await infosNamed(call, names)).map((info) => [info.name, info]));
  const asked = await fillLookups(within(query, filter), elsewhereOf(call));
  const found: Body[] = [];
  for (const name of names) {
    const index = slugs.get(name) ?? name;
    const told = { valid: true, explanation: await call.services.search.spelled(call.scope, name, asked) };
    const info = infos.get(name);
    const shards = isTrue(call.query.all_shards) ? (info === undefined ? 1 : shardsOf(info)) : null;
    if (shards === null) found.push({ index, ...told });
    else for (let shard = 0; shard < shards; shard++) found.push({ index, shard, ...told });
  }
  return found;
}

/** Why an index takes no query, whatever it says; null where all of them do. */
function blockedOf(infos: readonly StoredInfo[]): Body | null {
  for (const info of infos) {
    const blocks = Object.entries(blocksOf(info)).filter(([, { levels }]) => levels.includes('read'));
    const told = blocks.map(([number, { says }]) => `FORBIDDEN/${number}/${says}`).join(', ');
    if (told !== '') return { valid: false, error: `index [${info.name}] blocked by: [${told}];` };
  }
  return null;
}

/** Whether a query can be read and asked; what it becomes, or what is wrong with it, only for those who ask. */
async function validate(call: OsCall): Promise<Body> {
  const body = await call.json();
  const isExplained = ['explain', 'rewrite', 'all_shards'].some((name) => isTrue(call.query[name]));
  const unknown = Object.keys(body).find((key) => key !== 'query');
  if (unknown !== undefined)
    return { valid: false, ...(isExplained && { error: `request does not support [${unknown}]` }) };
  const isEmpty = (call.readText() ?? '') === '';
  const given = queryInAddress(call.query) ?? (isEmpty ? { match_all: {} } : body.query);
  if (given === undefined) throw incomplete('query cannot be null');
  const seen = await seenNames(call);
  const { index } = call.params;
  if (seen.names.length === 0 && index !== undefined && !isTrue(call.query.allow_no_indices)) throw noSuchIndex(index);
  const blocked = blockedOf(await infosNamed(call, seen.names));
  if (blocked !== null) return { _shards: shardsAsked(0), valid: false, explanations: [blocked] };
  try {
    const query = parseQuery(given);
    await askForNothing(call, seen.names, query);
    if (!isExplained) return { _shards: shardsAsked(seen.names.length), valid: true };
    const told = await explanations(call, seen, query);
    return { _shards: shardsAsked(told.length), valid: true, explanations: told };
  } catch (error) {
    if (!(error instanceof PlatformError) || statusOf(error) !== 400) throw error;
    return {
      _shards: shardsAsked(seen.names.length),
      valid: false,
      ...(isExplained && { error: causeOf(error).reason }),
    };
  }
}

export const validateQueryRoutes: readonly OsRoute[] = [
  os('GET POST', 'read', ['/_validate/query', '/:index/_validate/query'], validate),
];
