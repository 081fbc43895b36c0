import { malformed, notImplemented, PlatformError } from '@datasarana/schema';

const PREVIEW = 80;
const SHOWN_LEVELS = 8;

/** How a refused value is shown in a message: JSON, cut to a readable length. */
export function preview(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(beginning(value, SHOWN_LEVELS)) ?? String(value);
  return text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text;
}

/** What of a value may be shown: it may be nested deeper than a stack holds, and have millions of entries. */
function beginning(value: unknown, levels: number): unknown {
  if (typeof value === 'string') return value.slice(0, PREVIEW);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, PREVIEW).map((entry) => beginning(entry, levels - 1));
  const entries = Object.entries(value).slice(0, PREVIEW);
  return Object.fromEntries(entries.map(([key, entry]) => [key, beginning(entry, levels - 1)]));
}

const PARSING = { type: 'parsing_exception' } as const;

type OpenSearch = NonNullable<PlatformError['detail']['openSearch']>;

function misshapen(path: string, expected: string, value: unknown, openSearch: OpenSearch): PlatformError {
  const { message, detail } = malformed(
    `${path === '' ? 'The body' : path}: expected ${expected}, got ${preview(value)}`,
    `Correct ${path === '' ? 'the body' : path} and send the search again.`,
    openSearch,
  );
  return new PlatformError(message, { ...detail, at: path });
}

/** Error 32: the value at `path` has the wrong shape. `reason` is how OpenSearch says it, where that is known. */
export const wrongShape = (path: string, expected: string, value: unknown, reason?: string): PlatformError =>
  misshapen(path, expected, value, reason === undefined ? PARSING : { ...PARSING, reason });

/** Error 32: the value at `path` is of the right shape and makes no sense; `reason` is how OpenSearch says it. */
export const wrongValue = (path: string, expected: string, value: unknown, reason: string): PlatformError =>
  misshapen(path, expected, value, { type: 'illegal_argument_exception', reason });

/** How OpenSearch names the cause where a clause, an aggregation or the like has a name nobody knows. */
export const unknownName = (name: string): OpenSearch => ({
  type: 'named_object_not_found_exception',
  reason: `unknown field [${name}]`,
});

/** Error 33: `what` is understood by OpenSearch but not offered here, or not known at all. */
export function unsupported(
  path: string,
  what: string,
  offered: readonly string[] = [],
  reason?: string,
  cause?: OpenSearch,
): PlatformError {
  const { message, detail } = notImplemented(
    `${what} at ${path} is not implemented`,
    offered.length > 0 ? `Use one of: ${offered.join(', ')}.` : `Leave it out of ${path}.`,
  );
  return new PlatformError(message, {
    ...detail,
    at: path,
    openSearch: {
      ...PARSING,
      ...(reason !== undefined && { reason }),
      ...(cause !== undefined && { caused_by: cause }),
    },
  });
}
