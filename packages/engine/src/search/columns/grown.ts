type Grows = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** Room left behind values that go on, as a part of them: while rows come in they are not copied for every state. */
export const ROOM = 1 / 16;

/**
 * The same values with room for `length`, in the same memory where that is large enough: what an earlier state sees of it stays as
 * it is. What lies behind the known values may hold anything; several may write there, the same values and each in one step.
 */
export function grown<A extends Grows>(known: A, length: number): A {
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = known;
  const Values = known.constructor as new (from: ArrayBufferLike | number, start?: number, length?: number) => A;
  if (byteOffset + length * BYTES_PER_ELEMENT <= buffer.byteLength) return new Values(buffer, byteOffset, length);
  const made = new Values(Math.ceil(length * (1 + ROOM)));
  made.set(known);
  return new Values(made.buffer, 0, length);
}
