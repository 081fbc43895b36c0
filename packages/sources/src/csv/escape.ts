/**
 * What a backslash is in a delimited text: a letter; or an escape, in cells that may stand in quotes (`ENCLOSED BY '"'` of MySQL, the CSV of
 * Spark), or in cells of which quotes are letters (`INTO OUTFILE` of MySQL as it is, `mysqldump --tab`, `COPY` of PostgreSQL).
 */
export const ESCAPES = ['none', 'enclosed', 'text'] as const;
/** As chosen. */
export type EscapeChoice = (typeof ESCAPES)[number];
/** Of a text whose backslashes are escapes. */
export type Escape = Exclude<EscapeChoice, 'none'>;

/** The choice that is meant by its name; null for any other text. */
export const escapeOf = (text: unknown): EscapeChoice | null => ESCAPES.find((known) => known === text) ?? null;
