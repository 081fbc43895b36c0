import { formatCount } from '../../records/format.ts';
import type { Found } from '../../views/result-table.ts';

/** What a search finds, in two figures: a change of either says that something came, went or was changed. */
export interface Fingerprint {
  readonly total: number;
  /** ms at which the newest of them was written; null when there are none. */
  readonly newest: number | null;
}

/** Asked for with the documents, so that both are of one moment. */
export const NEWEST = { newest: { max: { field: '_ts' } } } as const;

export const fingerprintOf = ({ hits, aggregations }: Found): Fingerprint => ({
  total: hits.total.value,
  newest: aggregations?.newest?.value ?? null,
});

/** What changed since the documents were shown, in words; null when nothing did. */
export function newsWords(shown: Fingerprint, now: Fingerprint): string | null {
  const more = now.total - shown.total;
  if (more > 0) return more === 1 ? '1 new record' : `${formatCount(more)} new records`;
  if (more < 0) return more === -1 ? '1 record fewer' : `${formatCount(-more)} records fewer`;
  return now.newest === shown.newest ? null : 'Records changed';
}
