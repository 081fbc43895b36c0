import type { EndpointId } from '@datasarana/schema';
import { useQuery } from '@tanstack/react-query';
import { type Client, useApi } from '../../session/index.ts';

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
  readonly reason?: string;
}

const listed = 50;

/** A count that cannot be read shows as a dash and leaves the others standing. */
const count = async (api: Client, id: EndpointId, signal: AbortSignal, kind?: string): Promise<number | undefined> => {
  if (!api.may(id)) return undefined;
  const answer = await api
    .call<{ count: number } | null>(id, { signal, ...(kind && { params: { kind } }) })
    .catch(() => undefined);
  return answer?.data?.count;
};

/** Counts of the tenant (SCR-01); a count the caller may not read is undefined. */
export function useCounts() {
  const api = useApi();
  return useQuery({
    queryKey: ['home', 'counts'],
    queryFn: async ({ signal }) => {
      const [users, groups, domains, properties, projects, templates, views, workspaces] = await Promise.all([
        count(api, 'tenant.user.count', signal),
        count(api, 'tenant.group.count', signal),
        count(api, 'tenant.domain.count', signal),
        count(api, 'tenant.property.count', signal),
        count(api, 'project.count', signal),
        count(api, 'template.count', signal),
        count(api, 'record.count', signal, 'visual.view'),
        count(api, 'record.count', signal, 'visual.workspace'),
      ]);
      return { users, groups, domains, properties, projects, templates, views, workspaces };
    },
    refetchInterval: 30_000,
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

async function healthOf(api: Client, template: TemplateSummary, signal: AbortSignal): Promise<TemplateHealth> {
  const stats = (metric: string) =>
    api.call<Record<string, unknown>>('template.stats', { query: { id: template.id, metric }, signal });
  const [size, health] = await Promise.all([stats('os-stats'), stats('os-health')]).catch((error: unknown) => [
    error,
    error,
  ]);
  if (size instanceof Error || health instanceof Error)
    return { template, documents: 0, bytes: 0, status: 'unknown', reason: 'Its state cannot be read' };
  const one = (size as { data: Record<string, unknown> | null }).data ?? {};
  const two = (health as { data: Record<string, unknown> | null }).data ?? {};
  const status = two.status === 'green' || two.status === 'yellow' || two.status === 'red' ? two.status : 'unknown';
  return {
    template,
    documents: Number(one.documents ?? 0),
    bytes: Number(one.bytes ?? 0),
    status,
    ...(typeof two.reason === 'string' && { reason: two.reason }),
  };
}

/** Documents, bytes and state of every deployed template. */
export function useHealth(templates: readonly TemplateSummary[] | undefined) {
  const api = useApi();
  const deployed = (templates ?? []).filter((template) => template.deployed === true);
  return useQuery({
    queryKey: ['home', 'health', deployed.map(({ id }) => id)],
    enabled: templates !== undefined && api.may('template.stats'),
    queryFn: ({ signal }) => Promise.all(deployed.map((template) => healthOf(api, template, signal))),
    refetchInterval: 20_000,
  });
}

export interface SavedThing {
  readonly id: string;
  readonly name: string;
  readonly ts_modified?: number;
}

/** Views or workspaces changed last. */
export function useSaved(kind: 'visual.view' | 'visual.workspace') {
  const api = useApi();
  return useQuery({
    queryKey: ['home', kind],
    queryFn: async ({ signal }) => {
      if (!api.may('record.search')) return [];
      const { data } = await api.call<readonly SavedThing[]>('record.search', {
        params: { kind },
        body: { key: '*', keyword: '', from: 0, to: 5, sort: [{ field: 'ts_modified', order: 'desc' }] },
        signal,
      });
      return data ?? [];
    },
  });
}
