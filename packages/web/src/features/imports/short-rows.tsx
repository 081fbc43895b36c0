import classes from './short-rows.module.css';
import { sayShort } from './short-rows-words.ts';
import type { ShortRows } from './upload.ts';

/** What was taken in although cells were missing: nobody is to find that out later. */
export function ShortRowsNote({ short }: { readonly short: ShortRows | undefined }) {
  return short ? <p className={classes.note}>{sayShort(short)}</p> : null;
}
