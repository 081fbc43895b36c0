import { type Area, ENDPOINTS } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { USER_KIND } from '../../access/account.ts';
import { AUDIT_EVENTS, AUDIT_KIND } from '../../access/audit.ts';
import type { Scope } from '../../access/scope.ts';
import { Moment } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { answerOfList } from '../records/answers.ts';
import { PageBounds, pageOf } from '../records/search-body.ts';

const PAGE = 50;

const body = Type.Object(
  {
    event: Type.Optional(Type.Enum([...AUDIT_EVENTS])),
    user: Type.Optional(Type.String({ description: 'id of the person' })),
    request_id: Type.Optional(Type.String()),
    ...PageBounds,
    total: Type.Optional(Type.Union([Type.Literal('exact'), Type.Literal('bounded')])),
  },
  { additionalProperties: false },
);

const Entry = Type.Object(
  {
    id: Type.String(),
    ts: Moment,
    event: Type.String(),
    endpoint: Type.String(),
    summary: Type.String({ description: 'what the call is for' }),
    user: Type.String(),
    user_name: Type.String(),
    address: Type.String(),
    request_id: Type.String(),
    detail: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  },
  { additionalProperties: false },
);

const CLUSTER_LEVEL: ReadonlySet<string> = new Set<Area>([
  'cluster',
  'cluster tenants and users',
  'tenant',
  'infrastructure',
]);
const CLUSTER_CALLS = ENDPOINTS.filter(({ area }) => CLUSTER_LEVEL.has(area)).map(({ id }) => id);
const SUMMARIES = new Map<string, string>(ENDPOINTS.map(({ id, summary }) => [id, summary]));

/** Tenant administrators read the trail of their tenant, cluster administrators what concerns the cluster (ROL-10). */
const reachable = ({ roles }: Scope) => (roles.includes('tenant administrator') ? {} : { endpoint: CLUSTER_CALLS });

async function namesOf(records: RecordStore, scope: Scope, entries: readonly StoredRecord[]) {
  const ids = [...new Set(entries.map(({ doc }) => String(doc.user)))];
  const people = await records.getMany(scope, USER_KIND, ids);
  return new Map(people.map(({ id, doc }) => [id, String(doc.full_name ?? '')]));
}

/** The audit trail, newest first (SEC-08, SCR-05). There is no call that changes it. */
export function auditRoute(app: FastifyInstance, { audit, records }: Services): void {
  route(app, 'audit.search', {
    schema: { body: Type.Union([body, Type.Null()]), reply: Type.Array(Entry) },
    handler: async ({ scope, body: asked }) => {
      const { event, user, request_id, total, ...page } = asked ?? {};
      // What was done before this call is to be in its answer.
      await audit.close();
      const where = {
        ...(event && { event }),
        ...(user && { user }),
        ...(request_id && { request_id }),
        ...reachable(scope),
      };
      const search = { keys: [], keyword: '', where, ...pageOf(page, PAGE), ...(total && { total }) };
      const found = await records.search(scope, AUDIT_KIND, search);
      const names = await namesOf(records, scope, found.records);
      return answerOfList({ ...found, records: found.records.map((entry) => shown(entry, names)) });
    },
  });
}

function shown({ id, ts, doc }: StoredRecord, names: ReadonlyMap<string, string>) {
  const user = String(doc.user);
  const endpoint = String(doc.endpoint);
  return {
    id,
    ts,
    event: String(doc.event),
    endpoint,
    summary: SUMMARIES.get(endpoint) ?? endpoint,
    user,
    user_name: names.get(user) ?? '',
    address: String(doc.address),
    request_id: String(doc.request_id),
    detail: Object(doc.detail ?? {}),
  };
}
