/** Value at a dotted path. */
export function valueAt(document: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(document, path)) return document[path];
  let value: unknown = document;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}
