import { type Static, Type } from 'typebox';
import type { RecordSearch } from '../../stores/records/port.ts';
import { GROUP_TEMPLATE, PROJECT_TEMPLATE } from '../records/computed.ts';
import { CountQuery, type FilterEffects, SearchBody, toSearch } from '../records/search-body.ts';
import { TEMPLATE_KIND } from './template.ts';

const OWN_FILTERS = {
  deployed: Type.Optional(Type.Boolean()),
  type: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
};
const { references: _references, removed: _removed, ...listed } = SearchBody.properties;
const { removed: _removedOnes, ...counted } = CountQuery.properties;

/** Body of a list search (API-07). */
export const TemplateSearchBody = Type.Object({ ...listed, ...OWN_FILTERS }, { additionalProperties: false });
export type TemplateSearchBody = Static<typeof TemplateSearchBody>;

/** Query of a count: the narrowing half of the list search (API-86). */
export const TemplateCountQuery = Type.Object({ ...counted, ...OWN_FILTERS }, { additionalProperties: false });

const EFFECTS: FilterEffects = {
  template: (id) => ({ ids: [id] }),
  group: (id) => ({ linked: { label: GROUP_TEMPLATE, id, direction: 'out' } }),
  project: (id) => ({ linked: { label: PROJECT_TEMPLATE, id, direction: 'out' } }),
};

/** What of the body the record store is asked. @throws PlatformError 400/32 for a key, order or filter templates do not have */
export function recordSearchOf({ deployed, type, category, ...body }: TemplateSearchBody): RecordSearch {
  const where = {
    ...(deployed !== undefined && { deployed }),
    ...(type !== undefined && { type }),
    ...(category !== undefined && { category }),
  };
  return { ...toSearch(TEMPLATE_KIND, body, EFFECTS), ...(Object.keys(where).length > 0 && { where }) };
}
