/**
 * Whether DuckDB gave the open file up, as it does when the disk is full while its log is worked in: every statement fails from
 * then on, until the file is opened anew. What was committed is in it.
 */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error &&
  (/^FATAL Error|database has been invalidated/.test(error.message) || isGivenUp(error.cause));
