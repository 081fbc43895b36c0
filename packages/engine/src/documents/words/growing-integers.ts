/** Whole numbers of 32 bits, as many as come. */
export class GrowingIntegers {
  #values = new Int32Array(256);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  /** What was pushed; good until the next push. */
  get values(): Int32Array {
    return this.#values.subarray(0, this.length);
  }
}
