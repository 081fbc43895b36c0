/** TPL-28: lower snake_case, 1–64 characters, a letter first; `_` in front is kept for system fields. */
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/;
const LONGEST = 64;

/** What is wrong with a field name, or null. */
export function fieldNameFault(name: unknown): string | null {
  if (typeof name !== 'string' || name === '') return 'name must not be empty';
  if (FIELD_NAME.test(name)) return null;
  if (name.length > LONGEST) return `name has ${name.length} characters; at most ${LONGEST} are kept`;
  if (name.startsWith('_')) return `name '${name}' starts with _, which is kept for system fields`;
  return `name '${name}' must be lower snake_case: letters, digits and _, a letter first, at most 64 characters`;
}

/** TPL-05: `new_field`, then `new_field_1` and so on. */
export function newFieldName(taken: readonly string[], base = 'new_field'): string {
  if (!taken.includes(base)) return base;
  for (let n = 1; ; n++) if (!taken.includes(`${base}_${n}`)) return `${base}_${n}`;
}
