import type { Waiting, WaitingPart } from './rows.ts';

/** Tells an input from others that had or have its name. */
export const keyOf = ({ input, before }: WaitingPart): string => `${before.generation} ${input}`;

/** The first of some batches, and those behind it that are taken anyway or have rows of its inputs, or of inputs taken with it. */
export function entangled(
  batches: readonly Waiting[],
  isTaken: (waiting: Waiting) => boolean = () => false,
): readonly Waiting[] {
  const keys = new Set(batches[0]?.parts.map(keyOf));
  return batches.filter((waiting) => {
    const isOne = isTaken(waiting) || waiting.parts.some((part) => keys.has(keyOf(part)));
    if (isOne) for (const part of waiting.parts) keys.add(keyOf(part));
    return isOne;
  });
}
