/** Documents of a large run. */
const LARGE = 10_000_000;

/** Numbers behind `--name 1,2`; null when they are not given. */
function numbersOf(name: string): readonly number[] | null {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return null;
  const numbers = (process.argv[at + 1] ?? '').split(',').map(Number);
  if (!numbers.every((number) => Number.isInteger(number) && number > 0))
    throw new Error(`--${name} takes whole numbers with commas between them, as in --${name} 100000,1000000`);
  return numbers;
}

/** How many documents a benchmark is run with, one size after the other: `--documents`, or what is usual, with 10 M more by `--large`. */
export const sizesOf = (usual: readonly number[]): readonly number[] =>
  numbersOf('documents') ?? (process.argv.includes('--large') ? [...usual, LARGE] : usual);

/** How many readers ask at once, one crowd after the other: `--readers`, or what is usual. */
export const crowdsOf = (usual: readonly number[]): readonly number[] => numbersOf('readers') ?? usual;

/** Seconds that each crowd is measured for: `--seconds`, or what is usual. */
export const secondsOf = (usual: number): number => numbersOf('seconds')?.[0] ?? usual;
