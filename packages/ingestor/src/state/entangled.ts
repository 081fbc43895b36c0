import type { Waiting, WaitingPart } from './rows.ts';

/** Tells an input from others that had or have its name. */
export const keyOf = ({ input, before }: WaitingPart): string => `${before.generation} ${input}`;

/** The first of some batches, and those behind it that have rows of its inputs, or of inputs that are taken back with it. */
export function entangled(batches: readonly Waiting[]): readonly Waiting[] {
  const keys = new Set(batches[0]?.parts.map(keyOf));
  return batches.filter(({ parts }) => {
    const isOne = parts.some((part) => keys.has(keyOf(part)));
    if (isOne) for (const part of parts) keys.add(keyOf(part));
    return isOne;
  });
}
