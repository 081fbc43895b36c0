import { printQuery, type Query } from '../clauses/query.ts';
import type { Scalar } from '../reading/json.ts';
import { parseQuery } from '../search/search-request.ts';
import { plainSlashes } from './keyword.ts';
import { type BarSearch, barDsl, type FilterPill } from './search-bar.ts';

/**
 * What a person set on the search bar, of the clause `barDsl` made of it. A range of `timeField` that stands first is the
 * time. Null for a clause that says more than the bar can show: nothing is left out.
 * @throws PlatformError 400 for what is no clause
 */
export function readBar(dsl: unknown, timeField?: string): BarSearch | null {
  const query = parseQuery(dsl);
  const search = read(query, timeField);
  const again = search === null ? null : printQuery(parseQuery(barDsl(search)));
  return JSON.stringify(again) === JSON.stringify(printQuery(query)) ? search : null;
}

function read(query: Query, timeField: string | undefined): BarSearch | null {
  if (query.kind === 'match_all') return { text: '', filters: [] };
  if (query.kind !== 'bool') return null;
  const [words] = query.must;
  const text = words?.kind === 'query_string' ? plainSlashes(words.query) : '';
  const [first, ...rest] = query.filter;
  const time = first?.kind === 'range' && first.field === timeField ? timeOf(first) : undefined;
  const chosen = time === undefined ? query.filter : rest;
  const pills = [...chosen.map((each) => pillOf(each, false)), ...query.mustNot.map((each) => pillOf(each, true))];
  const filters = pills.filter((pill) => pill !== null);
  return filters.length < pills.length ? null : { text, filters, ...(time && { time }) };
}

function timeOf({ field, gte, lt }: Extract<Query, { kind: 'range' }>): BarSearch['time'] {
  const isText = (bound: Scalar | undefined) => bound === undefined || typeof bound === 'string';
  if (!isText(gte) || !isText(lt)) return undefined;
  return { field, ...(gte !== undefined && { from: String(gte) }), ...(lt !== undefined && { to: String(lt) }) };
}

function pillOf(query: Query, isNegative: boolean): FilterPill | null {
  switch (query.kind) {
    case 'term':
      return { field: query.field, operator: isNegative ? 'is not' : 'is', value: query.value };
    case 'exists':
      return { field: query.field, operator: isNegative ? 'is missing' : 'exists' };
    case 'range': {
      const { field, gte, lt } = query;
      if (isNegative) return null;
      return {
        field,
        operator: 'between',
        ...(gte !== undefined && { from: gte }),
        ...(lt !== undefined && { to: lt }),
      };
    }
    case 'nested': {
      const pill = pillOf(query.query, isNegative);
      return pill && { ...pill, nested: query.path };
    }
    default:
      return null;
  }
}
