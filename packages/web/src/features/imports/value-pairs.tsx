import { Suspense } from 'react';
import { LoadingBlock } from '../../design/index.ts';
import { part } from '../../part.tsx';
import type { TenValuesProps } from './functions/ten-values.tsx';

// The functions bring an engine of regular expressions and hashes, which nobody needs who changes no value.
const TenValues = part(
  () => import('./functions/ten-values.tsx'),
  (module) => module.TenValues,
);

/** Ten values of a column before and after its functions. */
export const ValuePairs = (props: TenValuesProps) => (
  <Suspense fallback={<LoadingBlock height={120} />}>
    <TenValues {...props} />
  </Suspense>
);
