import { malformed, notImplemented, type PlatformError } from '@datasarana/schema';

const PREVIEW = 80;

/** How a refused value is shown in a message: JSON, cut to a readable length. */
export function preview(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text;
}

/** Error 32: the value at `path` has the wrong shape. */
export function wrongShape(path: string, expected: string, value: unknown): PlatformError {
  return malformed(
    `${path}: expected ${expected}, got ${preview(value)}`,
    `Correct ${path} and send the search again.`,
  );
}

/** Error 33: `what` is understood by OpenSearch but not offered here, or not known at all. */
export function unsupported(path: string, what: string, offered: readonly string[] = []): PlatformError {
  const hint = offered.length > 0 ? `Use one of: ${offered.join(', ')}.` : `Leave it out of ${path}.`;
  return notImplemented(`${what} at ${path} is not implemented`, hint);
}
