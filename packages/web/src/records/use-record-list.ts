import { endpointsOfKind } from '@datasarana/client';
import type { EndpointId } from '@datasarana/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Paging, Sort } from '../design/table-props.ts';
import { useAddress } from '../navigation.tsx';
import { useApi } from '../session/index.ts';
import { pageInAddress, pageOfAddress } from './page-address.ts';
import { pageSizeOf } from './page-size.ts';
import { useLastPage } from './use-last-page.ts';

interface ListOptions {
  readonly kind: string;
  /** The search of a caller whom the kind's own does not serve. */
  readonly call?: EndpointId;
  readonly pageSize?: number;
  readonly sort?: Sort;
  /** Fields by which it can be sorted, and searched alone: an address that names another is read without it. */
  readonly sortable: readonly string[];
  readonly searchable?: readonly string[];
  /** Further filters of the search body (API-07). */
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly enabled?: boolean;
}

interface TotalOptions {
  readonly kind: string;
  readonly search: EndpointId;
  readonly body: Readonly<Record<string, unknown>> & { readonly to: number };
  readonly page: { readonly total: number | undefined } | undefined;
}

/** The number of all matches; a page that came without it is followed by a count of its own. */
function useTotal({ kind, search, body, page }: TotalOptions) {
  const api = useApi();
  const { params } = endpointsOfKind(kind);
  const waits = page !== undefined && page.total === undefined;
  const whole = { ...body, from: 0, to: 0 };
  const count = useQuery({
    queryKey: ['records', kind, search, whole],
    queryFn: async ({ signal }) => (await api.call(search, { params, body: whole, signal })).total ?? 0,
    enabled: waits,
  });
  const total = page?.total ?? count.data;
  return { counted: total !== undefined || !waits, total: total ?? (waits ? body.to + 1 : 0) };
}

function sortOf(text: string | undefined, sortable: readonly string[]): Sort | undefined {
  const field = sortable.find((name) => name === text?.replace(/^-/, ''));
  return field ? { field, order: text?.startsWith('-') ? 'desc' : 'asc' } : undefined;
}

/** A list of records with its search state in the address (SCR-14): keyword, key, page and sort. */
export function useRecordList<Row>({
  kind,
  call,
  pageSize = pageSizeOf(kind),
  sort: initial,
  sortable,
  searchable = [],
  filter,
  enabled = true,
}: ListOptions) {
  const api = useApi();
  const { search: usual, params } = endpointsOfKind(kind);
  const search = call ?? usual;
  const [address, setAddress] = useAddress();
  const page = pageOfAddress(address.page);
  const sort = sortOf(address.sort, sortable) ?? initial;
  const key = searchable.find((name) => name === address.key);
  const body = {
    key: key ?? '*',
    keyword: address.q ?? '',
    from: page * pageSize,
    to: (page + 1) * pageSize,
    ...(sort && { sort: [sort] }),
    ...filter,
  };
  const query = useQuery({
    queryKey: ['records', kind, search, body],
    queryFn: ({ signal }) => api.call<readonly Row[]>(search, { params, body: { ...body, total: 'bounded' }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const { counted, total } = useTotal({ kind, search, body, page: query.data });
  useLastPage(page, pageSize, query.data && counted ? total : undefined);
  const paging: Paging = {
    page,
    size: pageSize,
    total,
    counted,
    onPage: (next) => setAddress({ page: pageInAddress(next) }, { push: true }),
  };
  return {
    rows: query.data?.data ?? [],
    total,
    counted,
    paging,
    sort,
    onSort: (next: Sort) => setAddress({ sort: `${next.order === 'desc' ? '-' : ''}${next.field}`, page: undefined }),
    keyword: address.q ?? '',
    onKeyword: (text: string) => setAddress({ q: text, page: undefined }),
    keyName: key ?? '',
    onKeyName: (key: string) => setAddress({ key, page: undefined }),
    loading: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
    /** What is listed, without its page: the search another call may repeat for all pages. */
    search: { key: body.key, keyword: body.keyword, ...(sort && { sort: [sort] }), ...filter },
    address,
    setAddress,
  };
}
