/** Whether some name fits one of the patterns of each. */
export const anyOverlap = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.some((other) => overlap(one, other)));

/** Whether some name fits both patterns with `*`. */
export function overlap(one: string, other: string): boolean {
  // for each start in the other: whether what is left of both from there on has a name in common
  let behind: readonly boolean[] = [];
  for (let i = one.length; i >= 0; i--) {
    const row: boolean[] = [];
    for (let j = other.length; j >= 0; j--) {
      const [a, b] = [one[i], other[j]];
      if (a === '*') row[j] = behind[j] === true || (b !== undefined && row[j + 1] === true);
      else if (b === '*') row[j] = row[j + 1] === true || (a !== undefined && behind[j] === true);
      else row[j] = a === b && (a === undefined || behind[j + 1] === true);
    }
    behind = row;
  }
  return behind[0] === true;
}
