import { isFields } from '../../json/fields.ts';
import { valueAt } from './reply-rows.ts';

/** Where servers write that there are more rows. */
const MORE: ReadonlySet<string> = new Set([
  'has_more',
  'hasmore',
  'has_next',
  'hasnext',
  'hasnextpage',
  'has_next_page',
  'exceededtransferlimit',
]);
/** Where they write whether these rows are the last. */
const LAST: ReadonlySet<string> = new Set([
  'last',
  'islast',
  'is_last',
  'lastpage',
  'islastpage',
  'is_last_page',
  'done',
]);
/** What servers call a cursor that leads to the next page. */
const CURSORS: ReadonlySet<string> = new Set([
  'next_cursor',
  'nextcursor',
  'next_page_token',
  'nextpagetoken',
  'next_token',
  'nexttoken',
  'nextmarker',
  'next_marker',
  'nextcontinuationtoken',
  'next_continuation_token',
]);
const AROUND: ReadonlySet<string> = new Set([
  'meta',
  'pagination',
  'paging',
  'page',
  'page_info',
  'pageinfo',
  'response_metadata',
  'properties',
]);

/** What an answer says beside its rows, by its path. */
const saidBeside = (document: unknown): readonly (readonly [path: string, name: string, value: unknown])[] =>
  isFields(document)
    ? Object.entries(document).flatMap(([name, value]) =>
        AROUND.has(name.toLowerCase()) && isFields(value)
          ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, inner.toLowerCase(), each] as const)
          : [[name, name.toLowerCase(), value] as const],
      )
    : [];

/** Where an answer says that more rows follow; null = it does not. */
export const moreSaid = (document: unknown): string | null =>
  saidBeside(document).find(
    ([, name, value]) => (MORE.has(name) && value === true) || (LAST.has(name) && value === false),
  )?.[0] ?? null;

/** Whether an answer says beside the cursor at a path that no more rows follow: some servers have a cursor on their last page, too. */
export function moreDenied(document: unknown, path: string): boolean {
  const dot = path.lastIndexOf('.');
  const beside = dot < 0 ? document : valueAt(document, path.slice(0, dot));
  return (
    isFields(beside) && Object.entries(beside).some(([name, value]) => MORE.has(name.toLowerCase()) && value === false)
  );
}

/** Where an answer has a cursor to the next page; null = it has none, or says that it is the last. */
export function cursorSaid(document: unknown): string | null {
  const said = saidBeside(document);
  if (said.some(([, name, value]) => MORE.has(name) && value === false)) return null;
  const isCursor = (value: unknown): boolean =>
    (typeof value === 'string' && value !== '') || typeof value === 'number';
  const isNamed = (path: string, name: string): boolean => CURSORS.has(name) || (name === 'next' && path !== 'next');
  return (
    said.find(([path, name, value]) => (isNamed(path, name) && isCursor(value)) || isAirtables(path, value))?.[0] ??
    null
  );
}

/** Airtable calls its cursor `offset`, as others call a number they were sent. */
const isAirtables = (path: string, value: unknown): boolean =>
  path === 'offset' && typeof value === 'string' && /\D/.test(value);
