import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notifyFailure } from '../design/notify.tsx';
import { useApi, useSession } from '../session/session-context.tsx';
import { lastPlace } from './last-place.ts';

interface Named {
  readonly id: string;
  readonly name?: string;
}

/** Current cluster and tenant, each loaded by id (APP-16); a failure is told once as `{code}: {message}` (APP-17). */
export function usePlace(): { readonly cluster: string; readonly tenant: string } {
  const api = useApi();
  const { session, mustChange } = useSession();
  const ready = session !== null && !mustChange;
  const cluster = useQuery({
    queryKey: ['place', 'cluster', session?.cluster],
    queryFn: ({ signal }) => api.call<Named>('cluster.get', { params: { id: session?.cluster ?? '' }, signal }),
    enabled: ready && api.may('cluster.get'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const tenant = useQuery({
    queryKey: ['place', 'tenant', session?.tenant],
    queryFn: ({ signal }) => api.call<Named>('tenant.get', { params: { id: session?.tenant ?? '' }, signal }),
    enabled: ready && api.may('tenant.get'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (cluster.error) notifyFailure(cluster.error);
    if (tenant.error) notifyFailure(tenant.error);
  }, [cluster.error, tenant.error]);
  const names = { cluster: cluster.data?.data?.name ?? 'Cluster', tenant: tenant.data?.data?.name ?? 'Tenant' };
  const known = cluster.data?.data && tenant.data?.data ? `${names.tenant}, ${names.cluster}` : '';
  useEffect(() => {
    if (known !== '') lastPlace.write(known);
  }, [known]);
  return names;
}
