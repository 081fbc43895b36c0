import { useEffect, useRef, useState } from 'react';

/** What is known of a place that is asked step by step. */
interface Known {
  /** What was asked last, in words. */
  readonly told: string;
  readonly fault: unknown;
}

/** Keeps what a place answered; of several questions only the answer to the last counts. */
export function useAsking<Found extends Known>(nothing: Found) {
  const [found, setFound] = useState(nothing);
  const [working, setWorking] = useState(false);
  const last = useRef<AbortController | null>(null);
  useEffect(() => () => last.current?.abort(), []);
  const ask = async (
    work: (signal: AbortSignal) => Promise<Partial<Found>>,
    asked: Partial<Found> = {},
  ): Promise<void> => {
    last.current?.abort();
    const asking = new AbortController();
    last.current = asking;
    const answer = (more: Partial<Found>): void => {
      if (asking.signal.aborted) return;
      setFound((before) => ({ ...before, fault: null, ...asked, ...more }));
      setWorking(false);
    };
    setWorking(true);
    try {
      answer(await work(asking.signal));
    } catch (fault) {
      answer({ told: '', fault } as Partial<Found>);
    }
  };
  return { found, working, ask };
}
