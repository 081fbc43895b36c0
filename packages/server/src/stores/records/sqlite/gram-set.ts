/** Units below this are noted as bits: letters of most texts. */
const PLAIN = 128;

/** One and two UTF-16 units that are known, of one path. */
export class GramSet {
  readonly #plain = new Uint32Array((PLAIN * PLAIN) / 32);
  readonly #others = new Set<number>();

  /**
   * Adds `unit` behind `before`, 0 for the single unit (U+0000 stands in no text, see keyword.ts); answers whether it was not
   * known.
   */
  add(before: number, unit: number): boolean {
    if (before < PLAIN && unit < PLAIN) {
      const at = before * PLAIN + unit;
      const word = this.#plain[at >>> 5] ?? 0;
      const bit = 1 << (at & 31);
      if ((word & bit) !== 0) return false;
      this.#plain[at >>> 5] = word | bit;
      return true;
    }
    const gram = before * 2 ** 16 + unit;
    if (this.#others.has(gram)) return false;
    this.#others.add(gram);
    return true;
  }
}
