type Body = Readonly<Record<string, unknown>>;

/** A case: what is stored and what is asked. */
export interface FuzzCase {
  readonly mapping: Body;
  readonly documents: readonly Body[];
  readonly search: Body;
}

const isMap = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every value with one of its parts left out, the large parts first. */
function* smaller(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) yield value.toSpliced(i, 1);
    for (const [i, each] of value.entries()) for (const less of smaller(each)) yield value.with(i, less);
  } else if (isMap(value)) {
    for (const key of Object.keys(value)) {
      const { [key]: _left, ...rest } = value;
      yield rest;
    }
    for (const [key, each] of Object.entries(value)) for (const less of smaller(each)) yield { ...value, [key]: less };
  }
}

/** Query and aggregations grow smaller; the order of hits stays, or they would differ for want of one. */
function* smallerSearches({ query, aggs, ...rest }: Body): Generator<Body> {
  if (query !== undefined) yield { ...rest, ...(aggs !== undefined && { aggs }) };
  if (aggs !== undefined) yield { ...rest, ...(query !== undefined && { query }) };
  for (const less of smaller(query)) yield { ...rest, query: less, ...(aggs !== undefined && { aggs }) };
  for (const less of smaller(aggs)) yield { ...rest, ...(query !== undefined && { query }), aggs: less };
}

/** A smaller case that still differs, found by leaving parts out as long as that is so; `budget` bounds the tries. */
export async function shrink(
  found: FuzzCase,
  differs: (each: FuzzCase) => Promise<boolean>,
  budget = 250,
): Promise<FuzzCase> {
  let best = found;
  let tries = 0;
  const attempt = async (each: FuzzCase): Promise<boolean> => {
    if (tries++ >= budget || !(await differs(each))) return false;
    best = each;
    return true;
  };
  for (let size = best.documents.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < best.documents.length; ) {
      const documents = best.documents.toSpliced(at, size);
      if (!(await attempt({ ...best, documents }))) at += size;
    }
  }
  for (let again = true; again && tries < budget; ) {
    again = false;
    for (const search of smallerSearches(best.search)) {
      if (await attempt({ ...best, search })) {
        again = true;
        break;
      }
    }
  }
  return best;
}
