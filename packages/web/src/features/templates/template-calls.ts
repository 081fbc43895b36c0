import type { SchemaItem } from '@datasarana/schema';
import { useQueries, useQuery } from '@tanstack/react-query';
import { everyPage } from '../../records/every-page.ts';
import { type Client, useApi, useMay, useMayInGroup, useOnline } from '../../session/index.ts';

/** A template as its calls answer it (TPL-11). */
export interface TemplateRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly version_major: number;
  readonly version_minor: number;
  readonly deployed: boolean;
  readonly status: string;
  readonly ts_modified: number;
  readonly owner?: { readonly id: string; readonly full_name?: string };
  readonly items: readonly SchemaItem[];
  readonly tags?: readonly string[];
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Templates the caller may read, most recently changed first. */
export function useTemplates() {
  const api = useApi();
  return useQuery({
    queryKey: ['templates'],
    queryFn: ({ signal }) =>
      everyPage(async (page) => {
        const body = { key: '', keyword: '', ...page };
        return (await api.call<readonly TemplateRecord[]>('template.search', { body, signal })).data;
      }),
  });
}

/** How one template is asked for. */
const templateQuery = (api: Client, id: string | undefined) => ({
  queryKey: ['template', id],
  enabled: id !== undefined && id !== '',
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const { data } = await api.call<TemplateRecord | null>('template.get', { params: { id: id ?? '' }, signal });
    return data;
  },
});

/** One template with its fields; null when there is none by that id. */
export const useTemplate = (id: string | undefined) => useQuery(templateQuery(useApi(), id));

/** Those of some templates that are there and can be read. */
export function useTemplatesOf(ids: readonly string[]): readonly TemplateRecord[] {
  const api = useApi();
  return useQueries({ queries: ids.map((id) => templateQuery(api, id)) }).flatMap(({ data }) => data ?? []);
}

/**
 * What the signed-in user may do with a template: by a role of the tenant, or by one held in a group it is shared with (ROL-18).
 */
export function useTemplateRights(id: string): { readonly changes: boolean; readonly deploys: boolean } {
  const api = useApi();
  const may = useMay();
  const mayInGroup = useMayInGroup();
  const online = useOnline();
  const all = may('templates', 'change');
  const shared = useQuery({
    queryKey: ['template', id, 'groups'],
    enabled: !all && mayInGroup('templates', 'change'),
    queryFn: async ({ signal }) => {
      const { data } = await api.call<readonly { readonly id: string }[] | null>('template.group', {
        query: { id },
        signal,
      });
      return (data ?? []).map((group) => group.id);
    },
  });
  const groups = shared.data ?? [];
  return {
    changes: all || (online && mayInGroup('templates', 'change', groups)),
    deploys: may('deploy', 'add') || (online && mayInGroup('deploy', 'add', groups)),
  };
}
