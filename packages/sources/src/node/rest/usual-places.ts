import { isFields } from '../../json/documents.ts';

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

const WRAPPERS = ['data', 'result', 'results', 'response', 'body', 'payload', 'd', '_embedded'];
const ROWS = ['rows', 'items', 'records', 'results', 'data', 'list', 'entries', 'values', 'content', 'docs'];

/** The rows of an answer that wraps them twice, as `data.rows`; null = it does not. */
export function usualRows(document: unknown): readonly unknown[] | null {
  if (!isFields(document)) return null;
  const lists = WRAPPERS.flatMap((wrapper) => ROWS.map((rows) => within(document, [wrapper, rows]))).filter(
    Array.isArray,
  );
  const [only] = lists;
  return lists.length === 1 && only?.every(isFields) ? only : null;
}
