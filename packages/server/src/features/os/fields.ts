import type { SourceText, StoredInfo } from '@datasarana/engine';

type Mapping = StoredInfo['mapping'];
type Field = Mapping['properties'][string];

/** Values at a dotted path of a document, through objects and lists. */
export function valuesAt(document: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(document)) return document.flatMap((each) => valuesAt(each, path));
  if (path.length === 0) return document === undefined || document === null ? [] : [document];
  if (typeof document !== 'object' || document === null) return [];
  // a name with dots in it may stand for several steps
  for (let steps = path.length; steps > 0; steps--) {
    const key = path.slice(0, steps).join('.');
    if (Object.hasOwn(document, key)) return valuesAt(Reflect.get(document, key), path.slice(steps));
  }
  return [];
}

function fieldAt(mapping: Mapping, path: string): Field | null {
  let fields: Mapping['properties'] = mapping.properties;
  let found: Field | null = null;
  for (const step of path.split('.')) {
    found = fields[step] ?? null;
    if (found === null) return null;
    fields = found.properties ?? found.fields ?? {};
  }
  return found;
}

/** Values of the fields that are marked `store`, as `stored_fields` asks for them. */
export function storedFields(
  mapping: Mapping,
  source: SourceText,
  names: readonly string[],
): Readonly<Record<string, readonly unknown[]>> {
  const document = source.parsed;
  return Object.fromEntries(
    names.flatMap((name) => {
      if (fieldAt(mapping, name)?.parameters.store !== true) return [];
      const values = valuesAt(document, name.split('.'));
      return values.length === 0 ? [] : [[name, values] as const];
    }),
  );
}
