import { reachOf } from '@datasarana/schema';
import { useQuery } from '@tanstack/react-query';
import { useApi, useSession } from '../../session/index.ts';
import { type TemplateRecord, useTemplates } from './template-calls.ts';

/** More than are ever shared with one person. */
const MOST = 10_000;

/** The ids of templates that are shared with a group of the signed-in user. */
function useSharedTemplates(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['templates', 'of my groups'],
    enabled,
    queryFn: async ({ signal }) => {
      const body = { key: '', keyword: '', from: 0, to: MOST };
      const { data } = await api.call<readonly { readonly id: string }[] | null>('session.group.template.search', {
        body,
        signal,
      });
      return new Set(data?.map(({ id }) => id));
    },
  });
}

/**
 * Deployed templates whose records the signed-in user may read, and whether one is such: who develops sees every template, but
 * reads the records of their own and of those shared with them.
 */
export function useReadableTemplates() {
  const { roles, session } = useSession();
  const templates = useTemplates();
  const all = reachOf(roles, 'data read', 'read') === reachOf(roles, 'templates', 'read');
  const shared = useSharedTemplates(!all);
  const reads = ({ id, owner }: TemplateRecord): boolean =>
    all || (owner !== undefined && owner.id === session?.user.id) || shared.data?.has(id) === true;
  const known = all || shared.data !== undefined;
  return {
    data: known ? templates.data?.filter((template) => template.deployed && reads(template)) : undefined,
    reads,
    error: templates.error ?? shared.error,
    refetch: () => Promise.all([templates.refetch(), ...(all ? [] : [shared.refetch()])]),
  };
}
