// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of virtual rows cannot be made of table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: it holds no record to go to
import { useEffect, useRef } from 'react';
import classes from './next-rows.module.css';

interface NextRowsProps {
  /** Something is asked for already. */
  readonly busy: boolean;
  /** Why the next rows did not come. */
  readonly error: Error | null;
  readonly onNext: () => void;
}

/** Px below what is in sight within which the next rows are asked for. */
const AHEAD = 1200;

/** The end of the rows that are there: asks for more before it comes into sight, and says when they do not come. */
export function NextRows({ busy, error, onNext }: NextRowsProps) {
  const end = useRef<HTMLDivElement>(null);
  const waits = busy || error !== null;
  useEffect(() => {
    const root = end.current?.closest('[role=grid]')?.parentElement;
    if (waits || !root || !end.current) return;
    const sight = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onNext();
      },
      { root, rootMargin: `0px 0px ${AHEAD}px` },
    );
    sight.observe(end.current);
    return () => sight.disconnect();
  }, [waits, onNext]);
  return (
    <div ref={end} role="row" className={classes.end}>
      <div role="gridcell" className={classes.words}>
        {error ? (
          <span role="alert">
            The next rows did not come: {error.message}{' '}
            <button type="button" className={classes.again} disabled={busy} onClick={onNext}>
              Try again
            </button>
          </span>
        ) : (
          'Loading more rows'
        )}
      </div>
    </div>
  );
}
