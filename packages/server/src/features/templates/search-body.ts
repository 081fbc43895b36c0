import { malformed } from '@datasarana/schema';
import { type Static, Type } from 'typebox';
import type { RecordSearch } from '../../stores/records/port.ts';

const Sort = Type.Object({ field: Type.String(), order: Type.Union([Type.Literal('asc'), Type.Literal('desc')]) });

/** Body of a list search (API-07). */
export const TemplateSearchBody = Type.Object(
  {
    key: Type.Optional(Type.String()),
    keyword: Type.Optional(Type.String()),
    from: Type.Optional(Type.Integer({ minimum: 0 })),
    to: Type.Optional(Type.Integer({ minimum: 0 })),
    group: Type.Optional(Type.String()),
    template: Type.Optional(Type.String()),
    project: Type.Optional(Type.String()),
    deployed: Type.Optional(Type.Boolean()),
    type: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
    status: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
    sort: Type.Optional(Type.Array(Sort, { maxItems: 8 })),
  },
  { additionalProperties: false },
);
export type TemplateSearchBody = Static<typeof TemplateSearchBody>;

/** LIM-04. */
const PAGE = 50;
const MOST = 10_000;

/** Start and exclusive end of a page (API-07, API-08). */
export function pageOf(
  body: { readonly from?: number; readonly to?: number },
  size = PAGE,
): { readonly from: number; readonly to: number } {
  const from = body.from ?? 0;
  const to = body.to ?? from + size;
  if (to < from) throw malformed(`'to' (${to}) is before 'from' (${from}).`);
  if (to - from > MOST) throw malformed(`${to - from} rows were asked for; at most ${MOST} come at once.`);
  return { from, to };
}

/** What of the body the record store is asked. */
export function recordSearchOf(body: TemplateSearchBody): RecordSearch {
  const where = {
    ...(body.deployed !== undefined && { deployed: body.deployed }),
    ...(body.type !== undefined && { type: body.type }),
    ...(body.category !== undefined && { category: body.category }),
  };
  const status = typeof body.status === 'string' ? [body.status] : body.status;
  return {
    keys: body.key === undefined || body.key === '' || body.key === '*' ? [] : [body.key],
    keyword: body.keyword ?? '',
    ...pageOf(body),
    ...(Object.keys(where).length > 0 && { where }),
    ...(status && status.length > 0 && { status }),
    ...(body.sort && { sort: body.sort }),
    ...(body.template !== undefined && { ids: [body.template] }),
    ...(body.group !== undefined && { linked: { label: 'group.template', id: body.group, direction: 'out' } as const }),
    ...(body.project !== undefined && {
      linked: { label: 'project.template', id: body.project, direction: 'out' } as const,
    }),
  };
}
