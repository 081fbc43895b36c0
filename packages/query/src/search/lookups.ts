import { type FetchSource, fillLookups } from '../clauses/lookups.ts';
import { present } from '../reading/json.ts';
import type { Highlight, HighlightOptions } from './highlight.ts';
import type { NestedSort, Sort } from './sort.ts';

/** Marks with the values of every terms lookup of their queries in place of where they stand. */
export async function fillHighlightLookups(highlight: Highlight, fetch: FetchSource): Promise<Highlight> {
  const fields = await Promise.all(highlight.fields.map((field) => withQuery(field, fetch)));
  return { ...(await withQuery(highlight, fetch)), fields };
}

async function withQuery<O extends HighlightOptions>(options: O, fetch: FetchSource): Promise<O> {
  return options.query === undefined ? options : { ...options, query: await fillLookups(options.query, fetch) };
}

/** Orders with the values of every terms lookup of their nested filters in place of where they stand. */
export const fillSortLookups = (sorts: readonly Sort[], fetch: FetchSource): Promise<readonly Sort[]> =>
  Promise.all(
    sorts.map(async (sort) =>
      sort.kind === 'field' && sort.nested !== undefined ? { ...sort, nested: await filled(sort.nested, fetch) } : sort,
    ),
  );

async function filled({ path, filter, nested }: NestedSort, fetch: FetchSource): Promise<NestedSort> {
  return {
    path,
    ...present({
      filter: filter && (await fillLookups(filter, fetch)),
      nested: nested && (await filled(nested, fetch)),
    }),
  };
}
