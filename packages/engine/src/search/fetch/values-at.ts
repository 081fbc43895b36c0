/**
 * Values at a dotted path of a document, through objects and lists; a name with dots in it stands for several steps.
 * `nullValue` stands for each null there, which is no value without it; `isValue` tells lists that are one value.
 */
export function valuesAt(
  document: unknown,
  path: readonly string[],
  nullValue?: unknown,
  isValue: (list: readonly unknown[]) => boolean = () => false,
): readonly unknown[] {
  if (Array.isArray(document)) {
    if (path.length === 0 && isValue(document)) return [document];
    return document.flatMap((each) => valuesAt(each, path, nullValue, isValue));
  }
  if (path.length === 0) {
    if (document === null && nullValue !== undefined) return valuesAt(nullValue, path, undefined, isValue);
    return document === undefined || document === null ? [] : [document];
  }
  if (typeof document !== 'object' || document === null) return [];
  for (let steps = path.length; steps > 0; steps--) {
    const key = path.slice(0, steps).join('.');
    if (Object.hasOwn(document, key))
      return valuesAt(Reflect.get(document, key), path.slice(steps), nullValue, isValue);
  }
  return [];
}
