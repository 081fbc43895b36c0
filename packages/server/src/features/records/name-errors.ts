import { type FieldErrors, nameFault } from '@datasarana/schema';

/** What a record is called in lists. */
const NAMES = ['name', 'display_name', 'official_name', 'full_name'] as const;

/** Names of a record that are none. */
export function nameErrors(record: Readonly<Record<string, unknown>>): FieldErrors {
  const faults = NAMES.map((name) => [name, nameFault(String(record[name] ?? ''))] as const);
  return Object.fromEntries(faults.flatMap(([name, fault]) => (fault === null ? [] : [[name, `${name} ${fault}`]])));
}
