import { notFound, type Rebuild } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { absent, answer } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import { repeat } from '../../lifecycle/repeat.ts';
import type { Services } from '../../services.ts';
import type { Batches } from '../data/batches.ts';
import { searchable } from '../templates/no-index.ts';
import { replayable } from '../templates/no-topic.ts';
import { archiveNow } from '../templates/storage/archive-now.ts';
import { templateOf } from '../templates/template.ts';
import { type DeployListener, Templates } from '../templates/templates.ts';
import { type HeldRebuild, Rebuilds } from './rebuild.ts';
import { StorageFills } from './storage-fills.ts';
import { Upkeep } from './upkeep.ts';

const Whole = Type.Integer({ minimum: 0 });
const Text = Type.String();
const From = Type.Union([Type.Literal('topic'), Type.Literal('archive')]);
const closed = { additionalProperties: false };

const IdBody = Type.Object({ id: Type.String({ minLength: 1 }) }, closed);
const IdQuery = Type.Object({ id: Type.String({ minLength: 1 }) });
const RebuildBody = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    from: From,
    swap: Type.Optional(
      Type.Boolean({ description: 'put the new index in the place of the present one when they hold the same' }),
    ),
    accept_differences: Type.Optional(Type.Boolean({ description: 'with swap: also when they differ' })),
  },
  closed,
);

const Comparison = Type.Object(
  {
    documents: Whole,
    other_documents: Whole,
    missing: Type.Integer({ minimum: 0, description: 'documents only the present index has' }),
    extra: Type.Integer({ minimum: 0, description: 'documents only the new index has' }),
    checksum: Text,
    other_checksum: Text,
  },
  closed,
);

const RebuildReply = Type.Object(
  {
    id: Text,
    from: From,
    state: Type.Union([
      Type.Literal('running'),
      Type.Literal('done'),
      Type.Literal('failed'),
      Type.Literal('cancelled'),
    ]),
    phase: Type.Union([Type.Literal('read'), Type.Literal('compare'), Type.Literal('swap')]),
    ts: Whole,
    took: Whole,
    done: Type.Integer({ minimum: 0, description: 'batches or objects read' }),
    total: Whole,
    documents: Whole,
    comparison: Type.Union([Comparison, Type.Null()]),
    swapped: Type.Boolean(),
    reason: Type.Union([Text, Type.Null()]),
  },
  closed,
);

const ArchiveObjectReply = Type.Object(
  { name: Text, states: Whole, removals: Whole, bytes: Whole, sha256: Text, ts: Whole },
  closed,
);
const ArchiveReply = Type.Object(
  {
    id: Text,
    objects: Whole,
    states: Whole,
    removals: Whole,
    bytes: Whole,
    pending: Type.Integer({ minimum: 0, description: 'states and removals that are in no object yet' }),
    latest: Type.Array(ArchiveObjectReply, { description: 'the newest 100, newest first' }),
  },
  closed,
);

const LISTED = 100;
const EVERY_MS = 600_000;

function rebuildReply({ comparison, ...rebuild }: HeldRebuild): Rebuild {
  if (!comparison) return { ...rebuild, comparison: null };
  const { documents, otherDocuments, missing, extra, checksum, otherChecksum } = comparison;
  const shown = { documents, other_documents: otherDocuments, missing, extra, checksum, other_checksum: otherChecksum };
  return { ...rebuild, comparison: shown };
}

function registerRebuild(app: FastifyInstance, templates: Templates, rebuilds: Rebuilds, stores: Services): void {
  route(app, 'template.index.rebuild', {
    schema: { body: RebuildBody, reply: RebuildReply, begins: true },
    handler: async ({ scope, reach, body }) => {
      const { id, template } = await templates.deployed({ scope, reach }, body.id);
      const present = await stores.search.definition(scope, id);
      // one that was removed is made anew, too
      if (present) searchable(present);
      const { from, swap = false, accept_differences = false } = body;
      if (from === 'topic') replayable(await stores.stream.topic(scope, id));
      const begun = rebuilds.start({ scope, id, template, from, swap, acceptDifferences: accept_differences });
      return answer(rebuildReply(begun), { http: 202 });
    },
  });
  route(app, 'template.index.rebuild.get', {
    schema: { querystring: IdQuery, reply: RebuildReply },
    handler: async ({ scope, reach, query: { id } }) => {
      const found = (await templates.find({ scope, reach }, id)) && rebuilds.find(scope, id);
      return found ? rebuildReply(found) : absent();
    },
  });
  route(app, 'template.index.rebuild.cancel', {
    schema: { body: IdBody, reply: RebuildReply },
    handler: async ({ scope, reach, body: { id } }) => {
      await templates.get({ scope, reach }, id);
      await rebuilds.cancel(scope, id);
      const found = rebuilds.find(scope, id);
      if (!found) throw notFound(`No rebuild of template '${id}' was started.`);
      return rebuildReply(found);
    },
  });
}

function registerArchive(app: FastifyInstance, templates: Templates, upkeep: Upkeep, services: Services): void {
  const { search, archive } = services;
  route(app, 'template.archive.get', {
    schema: { querystring: IdQuery, reply: ArchiveReply },
    handler: async ({ scope, reach, query: { id } }) => {
      if (!(await templates.find({ scope, reach }, id))) return absent();
      const { objects, position } = await archive.manifest(scope, id);
      const there = await search.definition(scope, id);
      const pending = there ? await search.archive(scope).pending(id, position) : { states: 0, removals: 0 };
      const sum = (of: 'states' | 'removals' | 'bytes'): number => objects.reduce((all, each) => all + each[of], 0);
      return {
        id,
        objects: objects.length,
        states: sum('states'),
        removals: sum('removals'),
        bytes: sum('bytes'),
        pending: pending.states + pending.removals,
        latest: objects.slice(-LISTED).reverse(),
      };
    },
  });
  route(app, 'template.archive.write', {
    schema: { body: IdBody, reply: Type.Union([ArchiveObjectReply, Type.Null()]) },
    handler: async ({ scope, reach, body: { id } }) => {
      const template = templateOf(await templates.get({ scope, reach }, id));
      if (!(await search.definition(scope, id))) throw notFound(`There is no index of template '${id}'.`);
      const written = await archiveNow(services, scope, id, template.config);
      await upkeep.release(scope, id);
      return written;
    },
  });
}

/** Retention, compaction and archive of topics, and indexes made anew from them (STR-10, TPL-36). */
export function upkeepFeature(
  app: FastifyInstance,
  services: Services,
  batches: Batches,
  onDeploy: (listener: DeployListener) => void,
): void {
  const templates = new Templates(services);
  const rebuilds = new Rebuilds(services);
  const upkeep = new Upkeep(services, (scope, id) => rebuilds.find(scope, id)?.state === 'running');
  const fills = new StorageFills(services, rebuilds, batches);
  registerRebuild(app, templates, rebuilds, services);
  registerArchive(app, templates, upkeep, services);
  let stop = async (): Promise<void> => {};
  const failed = (error: unknown) => services.log.error({ err: error }, 'The upkeep of topics failed');
  onDeploy((scope, id) => {
    fills.follow(scope, id).catch((error: unknown) => {
      services.log.warn(
        { err: error, template: id },
        'Index or topic are not as the storage flags say; it is tried again later',
      );
    });
  });
  app.addHook('onReady', async () => {
    const stopFills = repeat(EVERY_MS, () => fills.followAll(), failed, 'now');
    const stopUpkeep = repeat(EVERY_MS, () => upkeep.run(), failed, 'later');
    stop = async () => void (await Promise.all([stopFills(), stopUpkeep()]));
  });
  app.addHook('preClose', async () => {
    upkeep.stop();
    await Promise.all([fills.stop(), rebuilds.stop()]);
    await stop();
  });
}
