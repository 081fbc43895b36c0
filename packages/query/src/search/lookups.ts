import { type Elsewhere, fillLookups } from '../clauses/lookups.ts';
import { present } from '../reading/json.ts';
import type { Highlight, HighlightOptions } from './highlight.ts';
import type { NestedSort, Sort } from './sort.ts';

/** Marks with the values of every terms lookup of their queries in place of where they stand. */
export async function fillHighlightLookups(highlight: Highlight, elsewhere: Elsewhere): Promise<Highlight> {
  const fields = await Promise.all(highlight.fields.map((field) => withQuery(field, elsewhere)));
  return { ...(await withQuery(highlight, elsewhere)), fields };
}

async function withQuery<O extends HighlightOptions>(options: O, elsewhere: Elsewhere): Promise<O> {
  return options.query === undefined ? options : { ...options, query: await fillLookups(options.query, elsewhere) };
}

/** Orders with the values of every terms lookup of their nested filters in place of where they stand. */
export const fillSortLookups = (sorts: readonly Sort[], elsewhere: Elsewhere): Promise<readonly Sort[]> =>
  Promise.all(
    sorts.map(async (sort) =>
      sort.kind === 'field' && sort.nested !== undefined
        ? { ...sort, nested: await filled(sort.nested, elsewhere) }
        : sort,
    ),
  );

async function filled({ filter, nested, ...rest }: NestedSort, elsewhere: Elsewhere): Promise<NestedSort> {
  return {
    ...rest,
    ...present({
      filter: filter && (await fillLookups(filter, elsewhere)),
      nested: nested && (await filled(nested, elsewhere)),
    }),
  };
}
