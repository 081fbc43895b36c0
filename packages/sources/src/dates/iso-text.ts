/** A moment as ISO 8601; midnight of a day is the day alone, as files write days. */
export function isoText(ms: number): string {
  const iso = new Date(ms).toISOString();
  // years beyond four digits have a sign, and are read with a time alone
  return iso.length === 24 && iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}
