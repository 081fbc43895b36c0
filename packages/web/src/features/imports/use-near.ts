import { type RefCallback, useCallback, useState } from 'react';

/** Px from the edge of what is in sight at which something counts as near. */
const NEAR = '400px';

/** Whether an element was near to what is in sight; true from the beginning where that is known. */
export function useNear(fromBeginning: boolean): readonly [isNear: boolean, watched: RefCallback<HTMLElement>] {
  const [isNear, setNear] = useState(fromBeginning);
  const watched = useCallback((element: HTMLElement) => {
    const come = (entries: readonly IntersectionObserverEntry[]): void => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
    };
    // browsers that do not know the second bring what stands in a part that scrolls once it is in sight
    const margins: IntersectionObserverInit & { scrollMargin: string } = { rootMargin: NEAR, scrollMargin: NEAR };
    const sight = new IntersectionObserver(come, margins);
    sight.observe(element);
    return () => sight.disconnect();
  }, []);
  return [isNear, watched];
}
