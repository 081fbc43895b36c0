import { malformed } from '@datasarana/schema';
import { ipNumber } from './ip-address.ts';
import { type Sql, sql } from './sql.ts';

/** Addresses are kept as texts in their one spelling; as 32 digits of base 16 they stand in the order of their numbers. */
export const addressKey = (address: Sql): Sql =>
  sql`CASE WHEN contains(${address}, ':') THEN ${v6Key(address)} ELSE ${v4Key(address)} END`;

/** IPv4 stands among IPv6 where `::ffff:0:0/96` has it. */
const v4Key = (address: Sql): Sql =>
  sql`'00000000000000000000ffff' || array_to_string(list_transform(string_split(${address}, '.'), lambda part: printf('%02x', TRY_CAST(part AS INTEGER))), '')`;

function v6Key(address: Sql): Sql {
  const groups = (half: 1 | 2): Sql => {
    const text = half === 1 ? sql`string_split(${address}, '::')[1]` : sql`string_split(${address}, '::')[2]`;
    return sql`list_filter(string_split(coalesce(${text}, ''), ':'), lambda part: part <> '')`;
  };
  const [before, behind] = [groups(1), groups(2)];
  const zeros = sql`list_transform(range(8 - len(${before}) - len(${behind})), lambda part: '0')`;
  const all = sql`list_concat(list_concat(${before}, ${zeros}), ${behind})`;
  return sql`array_to_string(list_transform(${all}, lambda part: lpad(part, 4, '0')), '')`;
}

/** The same of an address somebody names. @throws PlatformError 400 when it is none */
export function addressKeyOf(given: string): string {
  const number = ipNumber(given);
  if (number === null) throw malformed(`'${given}' is not an IP string literal.`, 'Give an address.');
  return number.toString(16).padStart(32, '0');
}

/** The address of such a key: four numbers, or eight groups with the longest run of zeros left out. */
export function addressOfKey(key: string): string {
  const groups = key.match(/.{4}/g)?.map((group) => Number.parseInt(group, 16)) ?? [];
  if (key.startsWith('00000000000000000000ffff')) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const run = longestRun(groups);
  const written = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  if (run.length < 2) return written(groups);
  return `${written(groups.slice(0, run.start))}::${written(groups.slice(run.start + run.length))}`;
}

function longestRun(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    const end = groups.findIndex((group, i) => i >= start && group !== 0);
    const length = (end < 0 ? groups.length : end) - start;
    if (length > best.length) best = { start, length };
  }
  return best;
}
