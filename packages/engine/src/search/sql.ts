import { BIGINT, BOOLEAN, DOUBLE, type DuckDBType, type DuckDBValue, HUGEINT, VARCHAR } from '@duckdb/node-api';

/** A value that stands in a statement as a parameter, with the type DuckDB reads it as. */
export interface Bound {
  readonly value: DuckDBValue;
  readonly type: DuckDBType;
}

/** A piece of SQL with its parameters in order. Only this module makes text of it; values never become text (SEC-05). */
export interface Sql {
  readonly text: string;
  readonly values: readonly Bound[];
}

const NAME = /^[a-z_][a-z0-9_]*$/;
const NOTHING: readonly Bound[] = Object.freeze([]);

const fragment = (text: string, values: readonly Bound[]): Sql => Object.freeze({ text, values });

/** SQL with other pieces in it; there is no way to put a plain string in. */
export function sql(parts: TemplateStringsArray, ...pieces: readonly Sql[]): Sql {
  let text = parts[0] ?? '';
  for (const [i, piece] of pieces.entries()) text += piece.text + (parts[i + 1] ?? '');
  const values = pieces.flatMap((piece) => piece.values);
  return fragment(text, values.length === 0 ? NOTHING : values);
}

/** SQL that is made when it is first asked for: of a large set that takes milliseconds, and most searches ask for none. */
export function late(make: () => Sql): Sql {
  let made: Sql | null = null;
  const once = (): Sql => {
    made ??= make();
    return made;
  };
  return Object.freeze({
    get text() {
      return once().text;
    },
    get values() {
      return once().values;
    },
  });
}

/** A column or table name of a layout; anything but a plain lower-case name is a defect of ours. */
export function name(identifier: string): Sql {
  if (!NAME.test(identifier)) throw new Error(`Not a name of a table or column: ${identifier}`);
  return fragment(identifier, NOTHING);
}

/** A whole number of our own making (a limit, a position, an interval) as a literal. */
export function whole(number: number): Sql {
  if (!Number.isSafeInteger(number)) throw new Error(`Not a whole number: ${number}`);
  return fragment(number < 0 ? `(${number})` : String(number), NOTHING);
}

/** A parameter. */
export const bind = (value: DuckDBValue, type: DuckDBType): Sql => fragment('?', [{ value, type }]);
export const text = (value: string): Sql => bind(value, VARCHAR);
export const double = (value: number): Sql => bind(value, DOUBLE);
/** What holds a whole number: wider beyond 2^63, as unsigned numbers need it. */
export const wholeType = (value: bigint): DuckDBType => (value > LONG_MAX ? HUGEINT : BIGINT);
export const bigint = (value: bigint | number): Sql => bind(BigInt(value), wholeType(BigInt(value)));

const LONG_MAX = 2n ** 63n - 1n;
export const bool = (value: boolean): Sql => bind(value, BOOLEAN);

export const TRUE = sql`TRUE`;
export const FALSE = sql`FALSE`;

/** Pieces with `separator` between them. */
export function joined(pieces: readonly Sql[], separator: ', ' | ' AND ' | ' OR ' | ' + ' | ' UNION ALL '): Sql {
  return fragment(
    pieces.map((piece) => piece.text).join(separator),
    pieces.flatMap((piece) => piece.values),
  );
}

/** Up to here DuckDB adds column by column; it orders longer chains for seconds, a thousand for minutes, and allows no more. */
const LONGEST_CHAIN = 50;

/** What they add up to; none = 0. */
export function sum(pieces: readonly Sql[]): Sql {
  if (pieces.length === 0) return sql`0`;
  return pieces.length > LONGEST_CHAIN ? sql`list_sum([${joined(pieces, ', ')}])` : sql`(${joined(pieces, ' + ')})`;
}

/** All of them; none asked = TRUE. */
export function and(pieces: readonly Sql[]): Sql {
  const kept = pieces.filter((piece) => piece !== TRUE);
  if (kept.includes(FALSE)) return FALSE;
  const [only] = kept;
  if (only === undefined) return TRUE;
  if (kept.length === 1) return only;
  const made = sql`(${joined(kept, ' AND ')})`;
  conjunctions.set(made, kept.flatMap(allOf));
  return made;
}

const conjunctions = new WeakMap<Sql, readonly Sql[]>();

/** The tests that `and` made one of; none for TRUE. */
export const allOf = (piece: Sql): readonly Sql[] => (piece === TRUE ? [] : (conjunctions.get(piece) ?? [piece]));

/** Any of them; none asked = FALSE. */
export function or(pieces: readonly Sql[]): Sql {
  const kept = pieces.filter((piece) => piece !== FALSE);
  if (kept.includes(TRUE)) return TRUE;
  const [only] = kept;
  if (only === undefined) return FALSE;
  return kept.length === 1 ? only : sql`(${joined(kept, ' OR ')})`;
}

/** Not, where "unknown" (NULL) counts as not. */
export function not(piece: Sql): Sql {
  if (piece === TRUE) return FALSE;
  if (piece === FALSE) return TRUE;
  return sql`((${piece}) IS NOT TRUE)`;
}
