import type { FieldErrors } from '@datasarana/schema';

/** What a record is called in lists, and characters it has at most. */
const NAMES = ['name', 'display_name', 'official_name', 'full_name'] as const;
const NAME_LIMIT = 256;

/** Names of a record that are too long for a list. */
export function nameErrors(record: Readonly<Record<string, unknown>>): FieldErrors {
  const long = NAMES.filter((name) => String(record[name] ?? '').length > NAME_LIMIT);
  return Object.fromEntries(
    long.map((name) => [name, `${name} has ${String(record[name]).length} characters; at most ${NAME_LIMIT} are kept`]),
  );
}
