import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../session/index.ts';
import type { DesignField } from './designer-fields.ts';
import { exampleFields, exampleSearch, type SampleRecord } from './example-search.ts';

/** What an empty search bar says: an example made of one record of the template; empty until that is known. */
export function useExampleSearch(template: string, fields: readonly DesignField[]): string {
  const api = useApi();
  const names = useMemo(() => exampleFields(fields), [fields]);
  const sample = useQuery({
    queryKey: ['sample', template, names],
    enabled: template !== '' && names.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<SampleRecord> => {
      const body = { size: 1, _source: names };
      const { data } = await api.found('data.search', { query: { template }, body, signal });
      return data.hits.hits[0]?._source ?? null;
    },
  });
  if (fields.length > 0 && names.length === 0) return 'Words to find';
  return sample.isPending ? '' : exampleSearch(fields, sample.data ?? null);
}
