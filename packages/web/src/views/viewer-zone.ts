/** The viewer's own zone: day buckets begin at their midnight (FMT-08). */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
