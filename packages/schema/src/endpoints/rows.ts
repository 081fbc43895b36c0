import type { Endpoint } from '../endpoint.ts';

/** A row builder for one module and (by default) one area of the matrix; keeps id, method and path as literal types. */
export const endpointsOf =
  (module: Endpoint['module'], area: Endpoint['area']) =>
  <const Id extends string, const Method extends Endpoint['method'], const Path extends string>(
    id: Id,
    method: Method,
    path: Path,
    right: Endpoint['right'],
    summary: string,
    more: Partial<Pick<Endpoint, 'aliases' | 'area' | 'inGroup'>> = {},
  ) =>
    ({ id, method, path, module, area, right, summary, ...more }) satisfies Endpoint;
