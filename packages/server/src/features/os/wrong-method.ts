import type { FastifyRequest } from 'fastify';
import { OsAnswer } from './call.ts';
import type { OsRoute } from './route.ts';

const fits = (pattern: string, address: string): boolean => {
  const [wanted, given] = [pattern.split('/'), address.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => part === given[i] || (part.startsWith(':') && given[i] !== ''))
  );
};

/** In the order they are told in. */
const METHODS = ['HEAD', 'POST', 'DELETE', 'PUT', 'GET'] as const;

/** Methods that an address may be called with; none where nothing answers. `/_bulk` is no index of that name. */
function methodsAt(routes: readonly OsRoute[], address: string): readonly string[] {
  const found = routes.flatMap(({ methods, paths }) =>
    paths.filter((path) => fits(path, address)).map((path) => ({ methods, isOwn: !path.startsWith('/:') })),
  );
  const own = found.filter(({ isOwn }) => isOwn);
  const meant = own.length > 0 ? own : found;
  return METHODS.filter((method) => meant.some(({ methods }) => methods.includes(method)));
}

/** Addresses without a name in them, with the methods they are not made for: an index's address would answer those. */
export function wrongCalls(routes: readonly OsRoute[]) {
  const addresses = new Set(routes.flatMap(({ paths }) => paths.filter((path) => !path.includes(':'))));
  return [...addresses].map((address) => {
    const methods = methodsAt(routes, address);
    return { address, methods: METHODS.filter((method) => !methods.includes(method)) };
  });
}

/** What a call gets that no route is made for. */
export function wrongMethod(routes: readonly OsRoute[], { url, method }: FastifyRequest): OsAnswer {
  const uri = url.slice('/os'.length);
  const called = `for uri [${uri}] and method [${method}]`;
  const methods = methodsAt(routes, uri.replace(/\/?(?:\?.*)?$/, '') || '/');
  const allow = methods.join(',');
  // told without what stands behind the question mark, as OpenSearch tells it
  const [path] = uri.split('?');
  if (method === 'OPTIONS') return new OsAnswer('', 200, methods.length === 0 ? {} : { allow });
  if (methods.length === 0)
    return new OsAnswer({ error: `no handler found for uri [${path}] and method [${method}]` }, 400);
  const error = `Incorrect HTTP method ${called}, allowed: [${methods.join(', ')}]`;
  return new OsAnswer({ error, status: 405 }, 405, { allow });
}
