import { DEFAULT_PAGE_SIZE } from '@datasarana/schema';
import { type Static, Type } from 'typebox';
import type { RecordSearch } from '../../stores/records/port.ts';
import { GROUP_TEMPLATE, PROJECT_TEMPLATE } from '../records/computed.ts';
import { pageOf } from '../records/search-body.ts';

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
    ...pageOf(body, DEFAULT_PAGE_SIZE),
    ...(Object.keys(where).length > 0 && { where }),
    ...(status && status.length > 0 && { status }),
    ...(body.sort && { sort: body.sort }),
    ...(body.template !== undefined && { ids: [body.template] }),
    ...(body.group !== undefined && { linked: { label: GROUP_TEMPLATE, id: body.group, direction: 'out' } as const }),
    ...(body.project !== undefined && {
      linked: { label: PROJECT_TEMPLATE, id: body.project, direction: 'out' } as const,
    }),
  };
}
