import { useApi } from '../../session/index.ts';
import { NEWS } from '../../views/live-rows.ts';
import { useStatePages } from './state-pages.ts';

/** Records of a template that were removed one by one, as they were last; the latest removed first. */
export function useRemovedRecords(template: string) {
  const api = useApi();
  return useStatePages([NEWS, template, 'removed'], async (from, signal) => {
    const { data } = await api.call('data.removed', { query: { template, from }, signal });
    return data ?? [];
  });
}
