/** A name as SQL takes it, whatever is in it. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text as SQL takes it, for the places that have no parameters (COPY, table functions). */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
