/** Most that are passed over. */
const LONGEST = 256;

/** Where again and again nothing is found it is looked less and less. */
export class Pauses {
  #left = 0;
  #next = 1;

  /** Whether the next is to be passed over. */
  passes(): boolean {
    return this.#left-- > 0;
  }

  /** Tells whether something was found where it was looked. */
  looked(isFound: boolean): void {
    this.#left = isFound ? 0 : this.#next;
    this.#next = isFound ? 1 : Math.min(2 * this.#next, LONGEST);
  }
}
