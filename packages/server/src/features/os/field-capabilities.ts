import type { Body } from './json-object.ts';

/** What can be done with a field in one index. */
export interface Capabilities {
  readonly type: string;
  readonly searchable: boolean;
  readonly aggregatable: boolean;
  /** What its mapping says about it. */
  readonly meta?: Body;
}

/** The fields of an index by their paths. */
export interface FieldsOfIndex {
  readonly index: string;
  readonly fields: ReadonlyMap<string, Capabilities>;
}

type InIndex = Capabilities & { readonly index: string };

const UNMAPPED = { type: 'unmapped', searchable: false, aggregatable: false } as const;

/** Of each field what it can do by its types, with the indexes of each where it has several, or where they differ. */
export function joinedFields(known: readonly FieldsOfIndex[], includeUnmapped: boolean): Body {
  const paths = new Set(known.flatMap(({ fields }) => [...fields.keys()]));
  return Object.fromEntries(
    [...paths].map((path) => {
      const found = known.flatMap(({ index, fields }): readonly InIndex[] => {
        const own = fields.get(path) ?? (includeUnmapped ? UNMAPPED : undefined);
        return own === undefined ? [] : [{ ...own, index }];
      });
      const byType = Map.groupBy(found, ({ type }) => type);
      return [path, Object.fromEntries([...byType].map(([type, same]) => [type, joined(same, byType.size > 1)]))];
    }),
  );
}

function joined(same: readonly InIndex[], isOneOfMany: boolean): Body {
  const without = (able: 'searchable' | 'aggregatable'): readonly string[] => {
    const unable = same.filter((each) => !each[able]).map(({ index }) => index);
    return unable.length === same.length ? [] : unable;
  };
  const [unsearched, unaggregated] = [without('searchable'), without('aggregatable')];
  const meta = joinedMeta(same);
  return {
    type: same[0]?.type,
    searchable: same.every(({ searchable }) => searchable),
    aggregatable: same.every(({ aggregatable }) => aggregatable),
    ...(isOneOfMany && { indices: same.map(({ index }) => index) }),
    ...(unsearched.length > 0 && { non_searchable_indices: unsearched }),
    ...(unaggregated.length > 0 && { non_aggregatable_indices: unaggregated }),
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

/** Everything the indexes say about a field, each once. */
function joinedMeta(same: readonly InIndex[]): Body {
  const said = Map.groupBy(
    same.flatMap(({ meta = {} }) => Object.entries(meta)),
    ([name]) => name,
  );
  return Object.fromEntries(
    [...said].map(([name, entries]) => [name, [...new Set(entries.map(([, value]) => String(value)))].sort()]),
  );
}
