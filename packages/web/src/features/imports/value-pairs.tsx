import { lazy, Suspense } from 'react';
import { LoadingBlock } from '../../design/index.ts';
import type { ValuePairsProps } from './pairs-list.tsx';

// The functions bring an engine of regular expressions and hashes, which nobody needs who changes no value.
const PairsList = lazy(() => import('./pairs-list.tsx').then((module) => ({ default: module.PairsList })));

/** Ten values of a column before and after its functions. */
export const ValuePairs = (props: ValuePairsProps) => (
  <Suspense fallback={<LoadingBlock height={120} />}>
    <PairsList {...props} />
  </Suspense>
);
