type Fills = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** The array with the number of each place in it; `from` of its kind, which goes by an iterator, takes ten times as long. */
export function filled<A extends Fills>(array: A, numberAt: (place: number) => number): A {
  for (let place = 0; place < array.length; place++) array[place] = numberAt(place);
  return array;
}
