import type { Query } from './query.ts';
import type { TermsQuery } from './terms.ts';

/** The field whose value is the name of the index a document is in. */
const INDEX = '_index';

/** The patterns a clause holds the names of indexes against, `*` for any text; none for a clause that asks something else. */
export function indexPatterns(clause: Query): readonly string[] {
  if (!('field' in clause) || clause.field !== INDEX) return [];
  switch (clause.kind) {
    case 'terms':
      return clause.values.map(String);
    case 'match':
    case 'match_phrase':
      return [String(clause.query)];
    case 'term':
      return [inCase(String(clause.value), clause.caseInsensitive)];
    case 'prefix':
      return [`${inCase(clause.value, clause.caseInsensitive)}*`];
    case 'wildcard':
      return [inCase(clause.value, clause.caseInsensitive)];
    default:
      return [];
  }
}

/** Names of indexes have no upper case. */
const inCase = (pattern: string, ignoresCase: boolean): string => (ignoresCase ? pattern.toLowerCase() : pattern);

/** The clause with the names its patterns mean. */
export const ofIndexes = (clause: Query, names: readonly string[]): TermsQuery => ({
  kind: 'terms',
  field: INDEX,
  values: names,
  boost: 'boost' in clause && typeof clause.boost === 'number' ? clause.boost : 1,
  ...('name' in clause && { name: clause.name }),
});
