import { type Cell, previewTransforms, type Transform } from '@datasarana/sources';
import classes from './batch.module.css';

export interface ValuePairsProps {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly column: string;
  readonly transforms: readonly Transform[];
}

/** Ten values of a column before and after its functions. */
export function PairsList({ columns, rows, column, transforms }: ValuePairsProps) {
  const pairs = previewTransforms(columns, rows, columns.indexOf(column), transforms);
  return (
    <ul className={classes.pairs} aria-label={`Values of ${column} before and after`}>
      {pairs.map(({ before, after, fault }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value of a row is its place
        <li key={i} title={fault}>
          <del>{before ?? ''}</del>
          <ins data-same={before === after || undefined}>{after || '(empty)'}</ins>
        </li>
      ))}
    </ul>
  );
}
