import type { BatchAnswer } from '@datasarana/client';
import { addressOf } from '../../navigation.tsx';
import { formatListDate } from '../../records/format.ts';
import { sayEarlier } from './earlier-words.ts';
import classes from './short-rows.module.css';

/** That the very same file was loaded before: rows without a key would be there twice. */
export function EarlierNote({ ledger }: { readonly ledger: BatchAnswer }) {
  const { earlier, accepted } = ledger;
  if (!earlier) return null;
  return (
    <p className={classes.note} role="status">
      {sayEarlier(earlier, formatListDate(earlier.ts), accepted)}{' '}
      <a href={addressOf('toolkit.curation.batch', { params: { id: earlier.batch } })} target="_blank" rel="noreferrer">
        See that import
      </a>
    </p>
  );
}
