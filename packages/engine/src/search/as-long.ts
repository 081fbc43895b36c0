const [LEAST, MOST] = [-(2n ** 63n), 2n ** 63n - 1n];

/** A number as 64 bits hold it: without what stands behind the point, and what is beyond them at their end. */
export function asLong(given: number | bigint): bigint {
  if (typeof given === 'number' && !Number.isFinite(given)) return given > 0 ? MOST : LEAST;
  const whole = typeof given === 'bigint' ? given : BigInt(Math.trunc(given));
  return whole < LEAST ? LEAST : whole > MOST ? MOST : whole;
}
