/** What a parser of JSON comes upon where the value begins, in OpenSearch's words. */
export function tokenOf(value: unknown): string {
  if (value === null) return 'VALUE_NULL';
  if (Array.isArray(value)) return 'START_ARRAY';
  return typeof value === 'object' ? 'START_OBJECT' : `VALUE_${typeof value}`.toUpperCase();
}
