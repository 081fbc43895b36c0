import { barDsl } from '@datasarana/query';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { formatDocuments } from '../../../records/format.ts';
import { useApi } from '../../../session/index.ts';
import {
  beginningWith,
  type CountedValue,
  hasValues,
  OFFERS,
  type OfferedField,
  type SearchedTemplate,
  type SearchOffer,
  searchable,
  valueOffers,
  wordOffers,
} from './search-offers.ts';
import type { SearchPlace } from './search-place.ts';

/** ms without a further letter until values are asked for. */
const TYPING = 120;

/** What may be meant where somebody types; nothing for a null place. */
export function useSearchOffers(place: SearchPlace | null, asked: SearchedTemplate): readonly SearchOffer[] {
  const field = searchable(asked.fields).find(({ name }) => name === place?.field);
  const values = useValues(place, field, asked);
  if (place === null) return [];
  if (place.field === null) return wordOffers(place, asked.fields);
  return field ? valueOffers(place, field, values) : [];
}

const NONE: readonly CountedValue[] = [];

function useValues(
  place: SearchPlace | null,
  field: OfferedField | undefined,
  { template: searched, search }: SearchedTemplate,
): readonly CountedValue[] {
  const api = useApi();
  const [typed] = useDebouncedValue(place?.typed ?? '', TYPING);
  const around = { ...search, text: '' };
  const enabled = place !== null && field !== undefined && hasValues(field);
  const name = field?.name ?? '';
  const template = field?.template ?? searched;
  const found = useQuery<readonly CountedValue[]>({
    queryKey: ['values', template, around, name, typed],
    enabled,
    staleTime: 60_000,
    placeholderData: (before, query) => (query?.queryKey[3] === name ? before : undefined),
    queryFn: async ({ signal }) => {
      const include = beginningWith(typed);
      const terms = { field: name, size: OFFERS, ...(include !== null && { include }) };
      const { data } = await api.found('data.search', {
        query: { template },
        body: { size: 0, query: barDsl(around), aggs: { values: { terms } } },
        signal,
      });
      const { buckets = [] } = Object(data.aggregations?.values) as { buckets?: { key: string; doc_count: number }[] };
      return buckets.map(({ key, doc_count }) => ({ value: String(key), count: formatDocuments(doc_count) }));
    },
  });
  return enabled ? (found.data ?? NONE) : NONE;
}
