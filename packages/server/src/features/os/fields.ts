import { mappingAt, type SourceText, type StoredInfo, valuesAt } from '@datasarana/engine';

/** Values of the fields that are marked `store`, as `stored_fields` asks for them. */
export function storedFields(
  mapping: StoredInfo['mapping'],
  source: SourceText,
  names: readonly string[],
): Readonly<Record<string, readonly unknown[]>> {
  const document = source.parsed;
  return Object.fromEntries(
    names.flatMap((name) => {
      if (mappingAt(mapping, name)?.parameters.store !== true) return [];
      const values = valuesAt(document, name.split('.'));
      return values.length === 0 ? [] : [[name, values] as const];
    }),
  );
}
