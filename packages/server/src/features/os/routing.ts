import {
  type FoundDocument,
  isRoutingRequired,
  type ResolveOptions,
  refuseBlocked,
  routingMissing,
  shardOf,
  type WriteOperation,
} from '@datasarana/engine';
import { PlatformError } from '@datasarana/schema';
import type { OsCall } from './call.ts';
import { refuseStreamName } from './data-streams.ts';
import { type ShownDocument, shownDocument } from './found-document.ts';
import type { ReadDocument } from './read-together.ts';
import { illegal } from './refusals.ts';
import { shardsOf } from './shards.ts';
import { templateDocument } from './template-indexes.ts';

/** Refuses a name behind which there are several indexes; `given` is what the caller called it. */
export function onlyIndex(names: readonly string[], given: string): string {
  const [name = given] = names;
  if (names.length <= 1) return name;
  const all = names.join(', ');
  throw illegal(
    `alias [${given}] has more than one index associated with it [${all}], can't execute a single index op`,
  );
}

/** What an index asks of the routing of its documents, under the name it is called by. */
export interface RoutingRule {
  readonly given: string;
  readonly index: string;
  /** The routing an alias brings along. */
  readonly brought: string | undefined;
  readonly isRequired: boolean;
}

export async function routingRule({ documents }: OsCall, given: string, index: string): Promise<RoutingRule> {
  const { mapping, aliases } = await documents.info(index);
  return { given, index, brought: aliases[given]?.index_routing, isRequired: isRoutingRequired(mapping) };
}

/** The routing of a document. @throws PlatformError for another one than its alias brings along, and for none where one is required */
export function routedBy(
  { given, index, brought, isRequired }: RoutingRule,
  id: string | null,
  routing: string | undefined,
): string | undefined {
  if (brought !== undefined && routing !== undefined && routing !== brought)
    throw illegal(
      `Alias [${given}] has index routing associated with it [${brought}], and was provided with routing value [${routing}], rejecting operation`,
    );
  const led = routing ?? brought;
  if (led === undefined && isRequired) throw routingMissing(index, id);
  return led;
}

/** The routing of one document, as above. */
export const routed = async (
  call: OsCall,
  given: string,
  index: string,
  id: string | null,
  routing: string | undefined,
): Promise<string | undefined> => routedBy(await routingRule(call, given, index), id, routing);

export const withRouting = (operation: WriteOperation, routing: string | undefined): WriteOperation =>
  routing === operation.routing || routing === undefined ? operation : { ...operation, routing };

/** A document that a routing would not lead to is not found by it. */
export async function fitsRouting(
  { documents }: OsCall,
  name: string,
  found: FoundDocument | null,
  routing: string | undefined,
): Promise<FoundDocument | null> {
  if (found === null || (found.routing ?? undefined) === routing) return found;
  const shards = shardsOf(await documents.info(name));
  return shardOf(found.routing ?? found.id, shards) === shardOf(routing ?? found.id, shards) ? found : null;
}

/** A document is in one index: patterns are no names of it. */
export const ONE_NAME: ResolveOptions = { expand: ['none'], allowNoIndices: false };

/** The index behind a name and its document of that id, if there is one that the routing leads to. */
export async function documentAt(
  call: OsCall,
  given: string,
  id: string,
  routing: string | undefined,
  read: ReadDocument = async (name, one) => (await call.documents.get(name, [one]))[0] ?? null,
): Promise<{ readonly name: string; readonly found: ShownDocument | null }> {
  await refuseStreamName(call, given);
  const names = await call.documents.resolve(given, ONE_NAME).catch(async (error: unknown) => {
    const ofTemplate =
      error instanceof PlatformError && error.detail.http === 404 && (await templateDocument(call, given, id));
    if (!ofTemplate) throw error;
    return ofTemplate;
  });
  if ('found' in names) return names;
  const name = onlyIndex(names, given);
  refuseBlocked(name, await call.documents.info(name), 'read');
  const led = await routed(call, given, name, id, routing);
  const began = performance.now();
  const found = await fitsRouting(call, name, await read(name, id), led);
  call.documents.noteAsked(name, found !== null, performance.now() - began);
  return { name, found: await shownDocument(call, name, found) };
}
