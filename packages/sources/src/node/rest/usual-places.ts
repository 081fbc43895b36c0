import { type Fields, isFields } from '../../json/fields.ts';
import { isUsual, USUAL_LISTS } from '../../json/usual-lists.ts';

/** How servers call the address of the next page: those of OData, HAL, JSON:API, Django REST framework, Laravel, Salesforce and those like them. */
const NEXT = [
  'next',
  '__next',
  '@odata.nextLink',
  'odata.nextLink',
  'nextLink',
  'next_link',
  'next_url',
  'nextUrl',
  'next_uri',
  'next_page',
  'nextPage',
  'next_page_url',
  'nextPageUrl',
  'nextRecordsUrl',
];
/** What it stands in. */
const AROUND_NEXT = [
  [],
  ['_links'],
  ['links'],
  ['paging'],
  ['pagination'],
  ['meta'],
  ['info'],
  ['page'],
  ['d'],
  ['result', '_links'],
] as const;

const within = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isFields(inner) ? inner[name] : undefined), value);

const isAddress = (text: string): boolean => /^(https?:\/\/|[/?.])/i.test(text);

/** The address of the next page where an answer names it in a place that is usual; undefined = nowhere. */
export function usualNext(document: unknown): string | undefined {
  for (const found of AROUND_NEXT.flatMap((around) => NEXT.map((name) => within(document, [...around, name])))) {
    const next = isFields(found) ? (found.href ?? found.link) : found;
    if (typeof next === 'string' && isAddress(next)) return next;
  }
  return linkAmong(document);
}

/** The link to the next page in a list of links, as OGC API, STAC and FHIR write it. */
function linkAmong(document: unknown): string | undefined {
  const lists = [['links'], ['link'], ['meta', 'links']].map((names) => within(document, names)).filter(Array.isArray);
  for (const link of lists.flat()) {
    if (!isFields(link) || (link.rel ?? link.relation) !== 'next') continue;
    const next = link.href ?? link.url;
    if (typeof next === 'string' && next !== '') return next;
  }
  return undefined;
}

/** Where servers write how many rows there are in all. */
const TOTALS = [
  ...['total', 'total_count', 'totalCount', 'totalResults', 'totalElements', 'total_results', 'count'],
  ...['totalRecords', 'total_records', 'totalSize', 'numberMatched'],
];
const AROUND_TOTALS = [[], ['meta'], ['pagination'], ['paging'], ['page'], ['info'], ['data'], ['result']] as const;

/** How many rows an answer says there are, by `X-Total-Count` or in a place that is usual; 0 = it does not say. */
export function usualTotal(document: unknown, { 'x-total-count': header }: Readonly<Record<string, string>>): number {
  if (header !== undefined && /^\s*\d{1,15}\s*$/.test(header)) return Number(header);
  const head = Array.isArray(document) ? document[0] : document;
  const said = AROUND_TOTALS.flatMap((around) => TOTALS.map((name) => within(head, [...around, name])));
  return said.reduce<number>((most, each) => (Number.isSafeInteger(each) ? Math.max(most, Number(each)) : most), 0);
}

/** `hits.hits` is a list of rows where OpenSearch and Elasticsearch answer. */
const WRAPPED_LISTS = [...USUAL_LISTS, 'hits'];
const WRAPPERS = ['data', 'result', 'results', 'response', 'body', 'payload', 'd', '_embedded', 'hits'];

interface UsualRows {
  readonly rows: readonly unknown[];
  /** The object they stand in. */
  readonly holder: unknown;
}

/** Neither errors nor what is beside the rows: of several lists the one called as rows are, when its elements can be some. */
function listIn(holder: Fields): UsualRows | null {
  const lists = Object.entries(holder).filter((each): each is [string, unknown[]] => Array.isArray(each[1]));
  const [only] = lists;
  if (lists.length === 1 && only) return { rows: only[1], holder };
  const usual = lists.filter(
    ([name, rows]) => isUsual(name) && rows.every((row) => isFields(row) || Array.isArray(row)),
  );
  const [named] = usual;
  return usual.length === 1 && named ? { rows: named[1], holder } : null;
}

/** The only list of an object, the one of several that is called as rows are, or the one it wraps twice; null = it has none. */
export function usualRows(document: unknown): UsualRows | null {
  if (!isFields(document)) return null;
  const hasList = Object.values(document).some(Array.isArray);
  return hasList ? (listIn(document) ?? wrappedRows(document)) : wrappedRows(document);
}

/** The list of rows within `data` and the like, `data.rows`; or what stands there alone, as GraphQL answers, `data.users.nodes`. */
function wrappedRows(document: Fields): UsualRows | null {
  const wrappers = WRAPPERS.map((name) => document[name]).filter(isFields);
  const found = wrappers.flatMap((wrapper) =>
    WRAPPED_LISTS.flatMap((name) => (Array.isArray(wrapper[name]) ? [{ rows: wrapper[name], holder: wrapper }] : [])),
  );
  const [only] = found;
  if (found.length > 0) return found.length === 1 && only?.rows.every(isFields) ? only : null;
  const alone = wrappers.length === 1 ? aloneIn(wrappers[0]) : null;
  return alone?.rows.every(isFields) ? alone : null;
}

function aloneIn(wrapper: Fields | undefined): UsualRows | null {
  const [only, ...others] = Object.values(wrapper ?? {});
  if (others.length > 0) return null;
  if (Array.isArray(only)) return { rows: only, holder: wrapper };
  return isFields(only) ? (listIn(only) ?? aloneIn(only)) : null;
}

export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === false || value === 0 || value === '';

/** Whether an answer says that something went wrong. */
export const tellsError = (document: unknown): boolean =>
  ['error', 'errors'].some((name) => {
    const said = within(document, [name]);
    return Array.isArray(said) ? said.length > 0 : !isNothing(said);
  });

/** Whether an answer says nothing but that there are no rows, `{"items": null, "total": 0}`, as services in Go write an empty list. */
export const isEmptyAnswer = (document: Fields): boolean =>
  Object.keys(document).some(isUsual) && Object.values(document).every(isNothing);

/** Where servers write the address of the page before. */
const PREVIOUS = [['previous'], ['prev'], ['prev_page_url'], ['_links', 'prev'], ['links', 'prev']] as const;

/** Whether an answer says that a page stands before it, as those of Spring, HAL, JSON:API and Django REST framework do. */
export const isBehindAnother = (document: unknown): boolean =>
  within(document, ['first']) === false || PREVIOUS.some((names) => isLink(within(document, names)));

function isLink(value: unknown): boolean {
  const address = isFields(value) ? value.href : value;
  return typeof address === 'string' && isAddress(address);
}
