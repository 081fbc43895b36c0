import type { BatchAnswer } from '@datasarana/client';
import { formatCount } from '../../records/format.ts';

/** What the button that loads a file says: rows where all of them are new, changes where some take the place of others. */
export function loadWords({
  accepted,
  replaced,
  earlier,
}: Pick<BatchAnswer, 'accepted' | 'replaced' | 'earlier'>): string {
  const count = accepted + replaced;
  const noun = `${replaced > 0 ? 'change' : 'row'}${count === 1 ? '' : 's'}`;
  return `Load ${formatCount(count)} ${noun}${earlier === undefined ? '' : ' again'}`;
}
