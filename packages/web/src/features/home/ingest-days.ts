/** What of a batch the chart of a month counts. */
export interface IngestBatch {
  readonly ts: number;
  readonly accepted: number;
  readonly replaced: number;
  readonly rejected: number;
}

export interface IngestDay {
  /** Local midnight, epoch ms. */
  readonly day: number;
  readonly added: number;
  readonly replaced: number;
  readonly rejected: number;
}

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** Rows per local day over the last `days` days, oldest first, days without a batch included. */
export function ingestDays(batches: readonly IngestBatch[], now: number, days = 30): readonly IngestDay[] {
  const sums = new Map<number, { added: number; replaced: number; rejected: number }>();
  for (let back = days - 1; back >= 0; back--) {
    const day = new Date(midnight(now));
    day.setDate(day.getDate() - back);
    sums.set(day.getTime(), { added: 0, replaced: 0, rejected: 0 });
  }
  for (const batch of batches) {
    const sum = sums.get(midnight(batch.ts));
    if (!sum) continue;
    sum.added += batch.accepted;
    sum.replaced += batch.replaced;
    sum.rejected += batch.rejected;
  }
  return [...sums].map(([day, sum]) => ({ day, ...sum }));
}

/** A round upper end of the axis with its step: 1, 2 or 5 times a power of ten, three or four steps. */
export function axisTop(highest: number): { readonly top: number; readonly step: number } {
  if (highest <= 0) return { top: 1, step: 1 };
  const rough = highest / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? 10 * power,
  );
  return { top: Math.ceil(highest / step) * step, step };
}
