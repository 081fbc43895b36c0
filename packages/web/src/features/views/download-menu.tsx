import { Suspense, useEffect } from 'react';
import { part } from '../../part.tsx';
import type { DownloadItemsProps } from './download-items.tsx';

const load = () => import('./download-items.tsx');
const Items = part(load, (module) => module.DownloadItems);

/** Entries of a menu that save what a view shows; they are on their way before it is opened. */
export function DownloadItems(props: DownloadItemsProps) {
  return (
    <Suspense>
      <Items {...props} />
    </Suspense>
  );
}

/** Fetches them while nothing else is to do. */
export const useDownloadItems = (): void => useEffect(() => void load(), []);
