import { wildcard } from '@datasarana/schema';

/** Whether some name fits one of the patterns of each. */
export const anyOverlap = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.some((other) => overlap(one, other)));

/** Whether one of two texts begins with the other. */
const beginAlike = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

const endAlike = (one: string, other: string): boolean => one.endsWith(other) || other.endsWith(one);

/** Whether some name fits both patterns with `*`. */
export function overlap(one: string, other: string): boolean {
  const [first, second] = [one.indexOf('*'), other.indexOf('*')];
  if (first < 0) return wildcard(other)(one);
  if (second < 0) return wildcard(one)(other);
  // a star of each takes in whatever stands between the stars of the other
  return (
    beginAlike(one.slice(0, first), other.slice(0, second)) &&
    endAlike(one.slice(one.lastIndexOf('*') + 1), other.slice(other.lastIndexOf('*') + 1))
  );
}
