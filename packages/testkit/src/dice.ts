/** Whole numbers from 0 on and below a limit, by Park and Miller, so that a failing seed can be run again. */
export function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
