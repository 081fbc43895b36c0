import type { FieldValues } from './field-values.ts';
import { jsonKey, textFor, type ValueText } from './shown-value.ts';

/** `key` and `key_as_string` of a bucket of one value. */
export function termLabel(values: FieldValues, format: string | undefined): (key: unknown) => object {
  if (values.kind === 'boolean') return (key) => ({ key: key === true ? 1 : 0, key_as_string: String(key === true) });
  return keyLabel(textFor(values, format));
}

const LETTER = { text: 's', whole: 'l', date: 'l', boolean: 'l', decimal: 'd' } as const;

const keyLabel =
  (text: ValueText | null) =>
  (key: unknown): object => ({
    key: jsonKey(key),
    ...(text !== null && { key_as_string: text(typeof key === 'bigint' ? key : Number(key)) }),
  });

/** `sterms`, `lterms`, `dterms`, which is also what OpenSearch calls a field that no index has. */
export function termType({ kind, isMapped, isUnsigned }: FieldValues, name: 'terms' | 'rareterms'): string {
  if (!isMapped) return 'sterms';
  return isUnsigned && kind === 'whole' ? `ul${name}` : `${LETTER[kind]}${name}`;
}
