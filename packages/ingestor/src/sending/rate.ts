const WINDOW_MS = 60_000;

/** Rows per second of the last minute. */
export class Rate {
  readonly #now: () => number;
  #notes: { readonly ts: number; readonly rows: number }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  note(rows: number): void {
    this.#notes.push({ ts: this.#now(), rows });
    this.#trim();
  }

  #trim(): void {
    const from = this.#now() - WINDOW_MS;
    this.#notes = this.#notes.filter(({ ts }) => ts >= from);
  }

  get perSecond(): number {
    this.#trim();
    const [first] = this.#notes;
    if (!first) return 0;
    const rows = this.#notes.reduce((sum, note) => sum + note.rows, 0);
    return rows / Math.max(1, (this.#now() - first.ts) / 1000);
  }
}
