/** Lower-case snake_case of a column name (SRC-29), always a valid field name (TPL-28): at most 64 characters, a letter first. */
export function fieldNameOf(column: string): string {
  const plain = column
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const named = plain === '' ? 'column' : /^[a-z]/.test(plain) ? plain : `c_${plain}`;
  return named.slice(0, 64).replace(/_+$/, '');
}

/** Upper-case with spaces (SRC-29). */
export const displayNameOf = (column: string): string => fieldNameOf(column).replaceAll('_', ' ').toUpperCase();

/** Field names for columns, unique among themselves: a second `a` becomes `a_2`. */
export function fieldNamesOf(columns: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const base = fieldNameOf(column);
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base.slice(0, 60)}_${n}`;
    taken.add(name);
    return name;
  });
}

/** A column of a file and the field it fills. */
export interface ColumnMatch {
  readonly column: string;
  /** Null when no field has that name, in its own or its snake_case form. */
  readonly field: string | null;
}

/** Matches columns to fields by name or by lower snake-case form (SRC-28); a field takes the first column that fits. */
export function matchColumns(columns: readonly string[], fields: readonly string[]): readonly ColumnMatch[] {
  const free = new Set(fields);
  const take = (field: string): string | null => (free.delete(field) ? field : null);
  const exact = columns.map((column) => take(column));
  return columns.map((column, i) => ({ column, field: exact[i] ?? take(fieldNameOf(column)) }));
}
