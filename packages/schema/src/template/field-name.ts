/** TPL-28: lower snake_case, 1–64 characters, a letter first; `_` in front is kept for system fields. */
export const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** What is wrong with a field name, or null. */
export function fieldNameFault(name: string): string | null {
  if (FIELD_NAME.test(name)) return null;
  if (name === '') return 'a field needs a name';
  if (name.startsWith('_')) return `"${name}" starts with _, which is kept for system fields`;
  if (name.length > 64) return `"${name.slice(0, 20)}…" has ${name.length} characters; at most 64 are allowed`;
  return `"${name}" is not lower snake_case: use a–z, 0–9 and _, a letter first`;
}

/** TPL-05: `new_field`, then `new_field_1` and so on. */
export function newFieldName(taken: readonly string[], base = 'new_field'): string {
  if (!taken.includes(base)) return base;
  for (let n = 1; ; n++) if (!taken.includes(`${base}_${n}`)) return `${base}_${n}`;
}
