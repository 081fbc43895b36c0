import { type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatTook } from '../records/format.ts';
import classes from './slow-search.module.css';

/** Seconds after which a search is slow: before, a count of them would only flicker. */
const SLOW = 3;

interface SlowSearchProps {
  /** Of the searches that are waited for, or what their keys begin with. */
  readonly queryKey: QueryKey;
  /** What is drawn is of the search before. */
  readonly former?: boolean;
}

/** For how long a search runs, and a way to end it, which the platform hears; stands where its result is not there yet. */
export function SlowSearch({ queryKey, former = false }: SlowSearchProps) {
  const cache = useQueryClient();
  const searching = useIsFetching({ queryKey }) > 0;
  const seconds = useSeconds(searching, JSON.stringify(queryKey));
  const [stopped, setStopped] = useState(false);
  useEffect(() => {
    if (searching) setStopped(false);
  }, [searching]);
  const stop = (): void => {
    setStopped(true);
    void cache.cancelQueries({ queryKey });
  };
  const again = (): void => void cache.refetchQueries({ queryKey, type: 'active' });
  const isStopped = stopped && !searching;
  const isSlow = searching && seconds >= SLOW;
  if (!former && !isStopped && !isSlow) return null;
  const words = isStopped
    ? 'The search was stopped'
    : isSlow
      ? `Searching for ${seconds < 10 ? `${seconds} s` : formatTook(seconds * 1000)}`
      : 'Searching';
  return (
    <span className={classes.slow}>
      {words}
      {former && '; the rows are those of the search before'}
      {isStopped ? (
        <button type="button" onClick={again}>
          Search again
        </button>
      ) : (
        isSlow && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )
      )}
    </span>
  );
}

/** How long something runs, in whole seconds; from 0 again when it is `of` something else. */
function useSeconds(runs: boolean, of: string): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (!runs || of === '') return;
    const began = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [runs, of]);
  return seconds;
}
