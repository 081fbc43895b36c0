/** Remembers texts for a span of ms, so that the same one is not told twice (ERR-33). */
export class Deduplicator {
  private readonly span: number;
  private readonly seen = new Map<string, number>();

  constructor(span: number) {
    this.span = span;
  }

  /** True when `text` was not told within the span before `now`; remembers it then. */
  fresh(text: string, now: number): boolean {
    for (const [key, at] of this.seen) if (now - at >= this.span) this.seen.delete(key);
    if (this.seen.has(text)) return false;
    this.seen.set(text, now);
    return true;
  }
}
