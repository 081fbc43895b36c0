import { ENDPOINTS } from '@datasarana/schema';
import { IconApi } from '@tabler/icons-react';
import { useApi, useMay, useSession } from '../session/index.ts';
import { documentationOf, endpointsNamed } from './endpoint-search.ts';
import type { PaletteItem } from './palette-item.ts';

/** Listed at a time; who looks for another writes more of it. */
const MOST = 5;

/** End-points the caller may call, for who may read the catalogue of them; each leads to its documentation (SCR-19). */
export function useEndpointItems(text: string): readonly PaletteItem[] {
  const api = useApi();
  const may = useMay();
  const { endpoints: known } = useSession();
  if (!may('end-point catalogue')) return [];
  const callable = ENDPOINTS.filter(({ id }) => known?.has(id));
  return endpointsNamed(text, callable)
    .slice(0, MOST)
    .map((endpoint) => ({
      id: `endpoint/${endpoint.id}`,
      title: endpoint.summary,
      note: `${endpoint.method} ${endpoint.path}`,
      icon: IconApi,
      run: () => void window.open(documentationOf(api.base, endpoint), '_blank', 'noopener'),
    }));
}
