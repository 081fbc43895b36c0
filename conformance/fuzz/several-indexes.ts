import type { Call } from './calls.ts';
import { ANALYSIS, UID } from './fields.ts';
import type { Random } from './random.ts';
import type { Searches } from './searches.ts';

type Body = Readonly<Record<string, unknown>>;

/** What else a field may be in the index beside, where half of the searches are refused then. */
const OTHERWISE: readonly Body[] = [{ type: 'text' }, { type: 'keyword' }, { type: 'long' }, { type: 'date' }];

/** A search of two indexes, where the second has one field of another type, or not at all. */
export function ofSeveral(random: Random, searches: Searches): readonly Call[] {
  const settings = { number_of_shards: 1, number_of_replicas: 0, analysis: ANALYSIS };
  const { properties = {} } = searches.mapping as { readonly properties?: Body };
  const names = Object.keys(properties).filter((name) => name !== UID && Object(properties[name]).type);
  // a mapping may have none but that
  const changed = random.pick(names.length > 0 ? names : ['none']);
  const { [changed]: _left, ...rest } = properties;
  const apart = Object.values(rest).some((each) => Object(each).path === changed);
  const others =
    random.chance(0.3) || apart ? properties : { ...rest, ...random.maybe(0.7, () => otherwise(random, changed)) };
  const page = { ...searches.search(), size: 50, sort: [...searches.sorts(), { [UID]: 'asc' }, { _index: 'asc' }] };
  const body = { query: searches.queries.query(1) };
  return [
    { method: 'DELETE', path: '~/$index-copy?ignore_unavailable=true' },
    { method: 'PUT', path: '~/$index-copy', body: { settings, mappings: { dynamic: false, properties: others } } },
    ...[300, 350, 400].map(
      (uid): Call => ({ method: 'PUT', path: `~/$index-copy/_doc/${uid}?refresh=true`, body: { [UID]: uid } }),
    ),
    { method: 'POST', path: '~/$index,$index-copy/_search', body: page },
    { method: 'POST', path: '~/$index,$index-copy/_count', body },
    { method: 'GET', path: '~/$index,$index-copy/_field_caps?fields=*&include_unmapped=true' },
    { method: 'DELETE', path: '~/$index-copy' },
  ];
}

const otherwise = (random: Random, name: string): Body => ({ [name]: random.pick(OTHERWISE) });
