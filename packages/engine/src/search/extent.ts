/** The least and the most of numbers, however many: as arguments of a call they would not fit on the stack. None: `[Infinity, -Infinity]`. */
export function extent(numbers: Iterable<number>): readonly [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return [least, most];
}
