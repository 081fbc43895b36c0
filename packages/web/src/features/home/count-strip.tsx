import type { ReactNode } from 'react';
import classes from './count-strip.module.css';

export interface CountTile {
  readonly label: string;
  readonly value: string;
  readonly note: ReactNode;
}

/** Five figures at most, in one panel. */
export function CountStrip({ tiles }: { readonly tiles: readonly CountTile[] }) {
  return (
    <dl className={classes.strip}>
      {tiles.map(({ label, value, note }, at) => (
        <div key={label || at} className={classes.tile}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b>
            <span>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
