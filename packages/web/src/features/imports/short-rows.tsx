import type { ShortRows } from '@datasarana/client';
import type { SetAside } from '@datasarana/sources';
import classes from './short-rows.module.css';
import { sayShort, sayUnread } from './short-rows-words.ts';

/** What was taken in although cells were missing: nobody is to find that out later. */
export function ShortRowsNote({ short }: { readonly short: ShortRows | undefined }) {
  return short ? <p className={classes.note}>{sayShort(short)}</p> : null;
}

interface UnreadProps {
  readonly setAside: readonly SetAside[] | undefined;
  /** Format of the file; missing for delimited text. */
  readonly source: string | undefined;
}

/** What of a file's beginning is no row: told before anything is sent. */
export function UnreadNote({ setAside = [], source }: UnreadProps) {
  return setAside.length > 0 ? <p className={classes.note}>{sayUnread(setAside, source)}</p> : null;
}
