import { filterSource, type SourceFilter } from '@datasarana/query';

type Body = Readonly<Record<string, unknown>>;

/** A document with nothing but that at the path. */
export const nestedUnder = (path: string, object: unknown): Body =>
  path.split('.').reduceRight<unknown>((value, step) => ({ [step]: value }), object) as Body;

/** What a hit shows of the nested object it is; patterns name fields by their whole path. */
export function ownSource(path: string, object: Body, filter: SourceFilter): Body {
  if (filter.kind === 'all') return object;
  const filtered = filterSource(nestedUnder(path, object), filter);
  return (path.split('.').reduce<unknown>((value, step) => Reflect.get(Object(value), step), filtered) ?? {}) as Body;
}
