/**
 * Values at a dotted path of a document, through objects and lists; a name with dots in it stands for several steps.
 * `nullValue` stands for each null there, which is no value without it.
 */
export function valuesAt(document: unknown, path: readonly string[], nullValue?: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document.flatMap((each) => valuesAt(each, path, nullValue));
  if (path.length === 0) return [document ?? (document === null ? nullValue : undefined) ?? []].flat();
  if (typeof document !== 'object' || document === null) return [];
  for (let steps = path.length; steps > 0; steps--) {
    const key = path.slice(0, steps).join('.');
    if (Object.hasOwn(document, key)) return valuesAt(Reflect.get(document, key), path.slice(steps), nullValue);
  }
  return [];
}
