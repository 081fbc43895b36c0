/**
 * Joins what is left of one chunk with the chunks that follow, in the same bytes again and again: memory outside the heap is
 * what most collections come from.
 */
export class ByteRoom {
  #room: Buffer = Buffer.alloc(0);

  /** `rest` may be what an earlier call answered, or its end; that one is overwritten. */
  join(rest: Buffer, parts: readonly Uint8Array[]): Buffer {
    const length = parts.reduce((sum, part) => sum + part.length, rest.length);
    const room = this.#room.length < length ? Buffer.allocUnsafeSlow(2 * length) : this.#room;
    rest.copy(room);
    let at = rest.length;
    for (const part of parts) {
      room.set(part, at);
      at += part.length;
    }
    this.#room = room;
    return room.subarray(0, length);
  }
}
