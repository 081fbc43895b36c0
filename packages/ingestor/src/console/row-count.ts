/** So many rows, as the console says it. */
export const rowCount = (rows: number): string => (rows === 1 ? '1 row' : `${rows} rows`);
