import { useQuery } from '@tanstack/react-query';
import { useApi } from '../session/index.ts';
import { KNOWN_MS } from './days.ts';
import { byOwnClocks } from './own-clocks.ts';
import type { Dsl } from './request.ts';

/** A request as it will be sent, to be read by a person; undefined until that is known. */
export function useByOwnClocks(template: string, body: Dsl): Dsl | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['by own clocks', template, body],
    staleTime: KNOWN_MS,
    queryFn: ({ client }) => byOwnClocks({ api, client, template }, body),
  });
  return data;
}
