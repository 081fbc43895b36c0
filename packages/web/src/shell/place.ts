import { useEffect } from 'react';
import { usePlaces } from '../session/session-context.tsx';
import { lastPlace } from './last-place.ts';

const nameOf = (record: Readonly<Record<string, unknown>> | null, otherwise: string): string =>
  typeof record?.name === 'string' && record.name !== '' ? record.name : otherwise;

/** Names of the current cluster and tenant (APP-16). */
export function usePlace(): { readonly cluster: string; readonly tenant: string } {
  const places = usePlaces();
  const cluster = nameOf(places.cluster, 'Cluster');
  const tenant = nameOf(places.tenant, 'Tenant');
  const known = places.cluster && places.tenant ? `${tenant}, ${cluster}` : '';
  useEffect(() => {
    if (known !== '') lastPlace.write(known);
  }, [known]);
  return { cluster, tenant };
}
