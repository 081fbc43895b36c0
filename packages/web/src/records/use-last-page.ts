import { useEffect } from 'react';
import { useAddress } from '../navigation.tsx';
import { pageInAddress } from './page-address.ts';

/**
 * Leads from a page behind the last one to the last: an address may be older than what was removed since.
 * @param total undefined while it is not known how many there are
 */
export function useLastPage(page: number, size: number, total: number | undefined): void {
  const [, setAddress] = useAddress();
  const last = total === undefined ? page : Math.max(0, Math.ceil(total / size) - 1);
  useEffect(() => {
    if (page > last) setAddress({ page: pageInAddress(last) });
  }, [page, last, setAddress]);
}
