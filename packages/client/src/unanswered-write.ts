import { newRequestId } from './request-id.ts';

/**
 * The write that was sent last, as long as nobody knows what became of it: made again it is the same request, which the platform
 * does once (STR-04). Behind any other write it is a new one, since what it wrote may have been changed.
 */
export class UnansweredWrite {
  #last: { readonly asks: string; readonly id: string } | undefined;

  /** Request id of a write that asks for this. */
  begin(asks: string): string {
    const id = this.#last?.asks === asks ? this.#last.id : newRequestId();
    this.#last = undefined;
    return id;
  }

  /** No answer came. */
  lost(asks: string, id: string): void {
    this.#last = { asks, id };
  }
}
