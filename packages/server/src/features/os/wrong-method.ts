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

/** Methods that an address may be called with; none where nothing answers. */
export function methodsAt(routes: readonly OsRoute[], address: string): readonly string[] {
  const found = routes.filter(({ paths }) => paths.some((path) => fits(path, address)));
  return METHODS.filter((method) => found.some(({ methods }) => methods.includes(method)));
}
