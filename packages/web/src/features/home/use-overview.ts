import { type EndpointId, reachOf } from '@datasarana/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Client, useApi, useSession } from '../../session/index.ts';
import { useBatches } from '../imports/batch-calls.ts';
import type { Figure } from './overview-tiles.ts';

export interface TemplateSummary {
  readonly id: string;
  readonly name: string;
  readonly deployed?: boolean;
  readonly version_major?: number;
  readonly version_minor?: number;
  readonly ts_modified?: number;
  readonly items?: readonly unknown[];
}

export interface TemplateHealth {
  readonly template: TemplateSummary;
  readonly documents: number;
  readonly bytes: number;
  readonly status: 'green' | 'yellow' | 'red' | 'unknown';
  readonly reason: string;
}

const listed = 50;

/** A count that cannot be read now leaves the others standing. */
const count = async (api: Client, id: EndpointId, signal: AbortSignal, kind?: string): Promise<Figure> => {
  if (!api.may(id)) return 'hidden';
  const answer = await api
    .call<{ count: number } | null>(id, { signal, ...(kind && { params: { kind } }) })
    .catch(() => undefined);
  return answer?.data?.count ?? 'failed';
};

/** Counts of records, which have a right of their own beside that to the call. */
const countRecords = (api: Client, kind: string, signal: AbortSignal, isRead: boolean): Figure | Promise<Figure> =>
  isRead ? count(api, 'record.count', signal, kind) : 'hidden';

type Counts = Readonly<Record<string, Figure>>;

/** What cannot be read now stays what it was, as all else that is on the screen. */
const withLast = <T extends Counts>(now: T, before: T | undefined): T => {
  const kept = Object.entries(now).map(([name, figure]) => [name, figure === 'failed' ? before?.[name] : undefined]);
  return { ...now, ...Object.fromEntries(kept.filter(([, figure]) => figure !== undefined)) };
};

/** Counts of what the caller may read (SCR-01). */
export function useCounts() {
  const api = useApi();
  const cache = useQueryClient();
  const { roles } = useSession();
  const viewed = reachOf(roles, 'views', 'read') !== 'none';
  const queryKey = ['home', 'counts', viewed];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [users, groups, domains, properties, projects, templates, views, workspaces, tenants] = await Promise.all([
        count(api, 'tenant.user.count', signal),
        count(api, 'tenant.group.count', signal),
        count(api, 'tenant.domain.count', signal),
        count(api, 'tenant.property.count', signal),
        count(api, 'project.count', signal),
        count(api, 'template.count', signal),
        countRecords(api, 'visual.view', signal, viewed),
        countRecords(api, 'visual.workspace', signal, viewed),
        count(api, 'cluster.tenant.count', signal),
      ]);
      const now = { users, groups, domains, properties, projects, templates, views, workspaces, tenants };
      return withLast(now, cache.getQueryData<typeof now>(queryKey));
    },
    refetchInterval: 30_000,
    // one that failed is an answer here
    refetchOnReconnect: 'always',
  });
}

export function useTemplates() {
  const api = useApi();
  return useQuery({
    queryKey: ['home', 'templates'],
    queryFn: async ({ signal }) => {
      if (!api.may('template.search')) return [];
      const { data } = await api.call<readonly TemplateSummary[]>('template.search', {
        body: { key: '*', keyword: '', from: 0, to: listed, sort: [{ field: 'ts_modified', order: 'desc' }] },
        signal,
      });
      return data ?? [];
    },
    refetchInterval: 20_000,
  });
}

const UNREADABLE = { documents: 0, bytes: 0, status: 'unknown', reason: 'Its state cannot be read' } as const;

/** Documents, bytes and state of the deployed templates among these, in one call. */
export function useHealth(templates: readonly TemplateSummary[] | undefined) {
  const api = useApi();
  const deployed = (templates ?? []).filter((template) => template.deployed === true);
  return useQuery({
    queryKey: ['home', 'health', deployed.map(({ id }) => id)],
    enabled: templates !== undefined && api.may('template.overview'),
    queryFn: async ({ signal }) => {
      if (deployed.length === 0) return [];
      const query = { ids: deployed.map(({ id }) => id).join(',') };
      const { data } = await api.call('template.overview', { query, signal });
      const lines = new Map((data ?? []).map((line) => [line.id, line]));
      return deployed.map((template): TemplateHealth => {
        const { documents, bytes, status, reason } = lines.get(template.id) ?? UNREADABLE;
        return { template, documents, bytes, status, reason };
      });
    },
    refetchInterval: 20_000,
  });
}

/** How many imports came in since midnight, and how many of them have rejected rows; asked again as the list of the newest is. */
export function useImportsToday(enabled: boolean) {
  const since = new Date().setHours(0, 0, 0, 0);
  const all = useBatches({ since }, { size: 0, enabled });
  const rejecting = useBatches({ since, rejects: true }, { size: 0, enabled });
  const data = all.data && rejecting.data && { imports: all.data.total, rejecting: rejecting.data.total };
  return { data, error: all.error ?? rejecting.error, isLoading: all.isLoading || rejecting.isLoading };
}

export interface SavedThing {
  readonly id: string;
  readonly name: string;
  readonly ts_modified?: number;
}

/** Views or workspaces changed last. */
export function useSaved(kind: 'visual.view' | 'visual.workspace') {
  const api = useApi();
  const { roles } = useSession();
  const viewed = reachOf(roles, 'views', 'read') !== 'none';
  return useQuery({
    queryKey: ['home', kind, viewed],
    queryFn: async ({ signal }) => {
      if (!viewed) return [];
      const { data } = await api.call<readonly SavedThing[]>('record.search', {
        params: { kind },
        body: { key: '*', keyword: '', from: 0, to: 5, sort: [{ field: 'ts_modified', order: 'desc' }] },
        signal,
      });
      return data ?? [];
    },
  });
}
