import { isFields } from '../../json/fields.ts';
import { USUAL_LISTS } from '../../json/usual-lists.ts';

/** Where servers write the address of the next page: OData, HAL, JSON:API, Django REST framework, Laravel and those like them. */
const NEXT = [
  ['next'],
  ['next_url'],
  ['next_page_url'],
  ['nextPageUrl'],
  ['nextLink'],
  ['@odata.nextLink'],
  ['_links', 'next'],
  ['links', 'next'],
  ['paging', 'next'],
  ['pagination', 'next'],
  ['pagination', 'next_url'],
  ['meta', 'next'],
  ['info', 'next'],
] as const;

const within = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isFields(inner) ? inner[name] : undefined), value);

const isAddress = (text: string): boolean => /^(https?:\/\/|[/?.])/i.test(text);

/** The address of the next page where an answer names it in a place that is usual; undefined = nowhere. */
export function usualNext(document: unknown): string | undefined {
  for (const names of NEXT) {
    const found = within(document, names);
    const next = isFields(found) ? found.href : found;
    if (typeof next === 'string' && isAddress(next)) return next;
  }
  return undefined;
}

/** Where servers write how many rows there are in all. */
const TOTALS = ['total', 'total_count', 'totalCount', 'totalResults', 'totalElements', 'total_results', 'count'];
const AROUND_TOTALS = [[], ['meta'], ['pagination'], ['paging'], ['page'], ['info'], ['data']] as const;

/** How many rows an answer says there are, by `X-Total-Count` or in a place that is usual; 0 = it does not say. */
export function usualTotal(document: unknown, { 'x-total-count': header }: Readonly<Record<string, string>>): number {
  if (header !== undefined && /^\s*\d{1,15}\s*$/.test(header)) return Number(header);
  const said = AROUND_TOTALS.flatMap((around) => TOTALS.map((name) => within(document, [...around, name])));
  return said.reduce<number>((most, each) => (Number.isSafeInteger(each) ? Math.max(most, Number(each)) : most), 0);
}

const WRAPPERS = ['data', 'result', 'results', 'response', 'body', 'payload', 'd', '_embedded'];

/** The rows of an answer that wraps them twice, as `data.rows`; null = it does not. */
export function usualRows(document: unknown): readonly unknown[] | null {
  if (!isFields(document)) return null;
  const lists = WRAPPERS.flatMap((wrapper) => USUAL_LISTS.map((rows) => within(document, [wrapper, rows]))).filter(
    Array.isArray,
  );
  const [only] = lists;
  return lists.length === 1 && only?.every(isFields) ? only : null;
}
