import { notFound, RECORD_STATES } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { absent, foundOrNull } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import type { EarlierState, StoredDocument } from '../../stores/search/port.ts';
import type { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import { dataAccess } from './data-access.ts';
import { keptFields, visiblePart } from './field-rights.ts';
import { overStored } from './kept-values.ts';
import { systemOf } from './record-meta.ts';
import { DataStatesReply, PutReply } from './record-replies.ts';
import { recordReply } from './record-reply.ts';

const template = Type.String({ minLength: 1 });
const from = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: `earlier states to leave out, the latest first; ${RECORD_STATES} are answered`,
  }),
);
const HistoryQuery = Type.Object({ template, id: Type.String({ minLength: 1 }), from });
const RemovedQuery = Type.Object({ template, from });
const RestoreQuery = Type.Object({
  template,
  id: Type.String({ minLength: 1 }),
  until: Type.Integer({ description: 'epoch ms up to which the state was there, as the history answers it' }),
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'version the record must have to be written over; 0 = it must not be there',
    }),
  ),
});

const stateReply = (state: StoredDocument | EarlierState, hidden: readonly string[]) => ({
  ...recordReply(state, hidden),
  until: 'until' in state ? state.until : null,
  removed: 'until' in state && state.removed,
  removed_by: 'until' in state ? state.removedBy : null,
});

/** What a record was, which records were removed, and the way back (API-30, SCR-08). */
export function registerRecordHistory(app: FastifyInstance, templates: Templates, stores: BatchStores): void {
  const { search } = stores;
  route(app, 'data.history', {
    schema: { querystring: HistoryQuery, reply: DataStatesReply },
    handler: async (call) => {
      const { template, id, from = 0 } = call.query;
      const access = await foundOrNull(dataAccess(call, template, templates, stores));
      if (access === null) return absent();
      const now = from === 0 ? await search.getDocument(call.scope, template, id) : null;
      const states = [...(now ? [now] : []), ...(await search.earlierStates(call.scope, template, id, { from }))];
      return states.length === 0 ? absent() : states.map((state) => stateReply(state, access.hidden));
    },
  });
  route(app, 'data.removed', {
    schema: { querystring: RemovedQuery, reply: DataStatesReply },
    handler: async (call) => {
      const { template, from = 0 } = call.query;
      const access = await foundOrNull(dataAccess(call, template, templates, stores));
      if (access === null) return absent();
      const states = await search.removedDocuments(call.scope, template, { from });
      return states.map((state) => stateReply(state, access.hidden));
    },
  });
  route(app, 'data.restore', {
    schema: { querystring: RestoreQuery, reply: PutReply },
    handler: (call) => restore(call, call.query, templates, stores),
  });
}

/** Writes an earlier state anew; what the caller may not see or write stays as it is, or as it was last. */
async function restore(
  call: Call,
  { template, id, until, version }: Static<typeof RestoreQuery>,
  templates: Templates,
  stores: BatchStores,
) {
  const { search, clock } = stores;
  const access = await dataAccess(call, template, templates, stores);
  const { items } = access.template.template;
  const [state] = await search.earlierStates(call.scope, template, id, { until });
  if (!state) throw notFound(`The record '${id}' has no earlier state up to ${until}.`);
  const stored = await search.getDocument(call.scope, template, id);
  const kept = keptFields(items, access.hidden, call.scope, access.userName);
  const [latest = state] = stored ? [stored] : await search.earlierStates(call.scope, template, id);
  const last = latest.source;
  const { whole } = overStored(visiblePart(state.source, [...kept]), last, kept, access.hidden);
  const { _ts: ts, _location: location, _tags: tags, _title: title, _device_id: device_id } = state.system;
  const now = clock();
  const system = systemOf({ ts, location, tags, title, device_id }, call, access, now, state.system);
  const put = await search.putDocument(call.scope, template, whole, system, {
    ...(items.some((item) => item.is_key) ? { formerId: id } : { id }),
    version: version ?? stored?.version ?? 0,
  });
  return { ...put, ts: now };
}
