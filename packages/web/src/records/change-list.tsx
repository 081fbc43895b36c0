import type { SchemaItem } from '@datasarana/schema';
import type { ReactNode } from 'react';
import classes from './change-list.module.css';
import { formatListDate } from './format.ts';
import { formatValue } from './format-value.ts';
import { itemLabel } from './value-kind.ts';

/** A value of a record before and after. */
export interface Change {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Who did what to a record, and when. */
export interface ChangeEntry {
  readonly key: string | number;
  /** Empty where it is not known. */
  readonly who: string;
  /** As "changed". */
  readonly what: string;
  /** ms */
  readonly ts: number;
  readonly changes: readonly Change[];
  readonly action?: ReactNode;
}

type ChangedItem = Pick<SchemaItem, 'name' | 'value_type'> & Partial<SchemaItem>;

interface ChangeListProps {
  /** Newest first. */
  readonly entries: readonly ChangeEntry[];
  /** They name the fields and say how their values are written. */
  readonly items: readonly ChangedItem[];
}

/** Time line of a record: who, when, per field old value and new value. */
export const ChangeList = ({ entries, items }: ChangeListProps) => (
  <ol className={classes.list}>
    {entries.map(({ key, who, what, ts, changes, action }) => (
      <li key={key}>
        <div className={classes.head}>
          {who !== '' && <b>{who}</b>}
          <span>{what}</span>
          <time>{formatListDate(ts)}</time>
          {action}
        </div>
        <dl>
          {changes.map((change) => (
            <ChangeLine key={change.path} change={change} item={items.find(({ name }) => name === change.path)} />
          ))}
        </dl>
      </li>
    ))}
  </ol>
);

function ChangeLine({ change, item }: { readonly change: Change; readonly item: ChangedItem | undefined }) {
  const text = (value: unknown) =>
    item ? formatValue(item, value) : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const had = change.before !== undefined && change.before !== null;
  return (
    <div>
      <dt>{item ? itemLabel(item) : change.path}</dt>
      <dd>
        {had && <del>{text(change.before)}</del>}
        {had && ' → '}
        <ins>{text(change.after)}</ins>
      </dd>
    </div>
  );
}
