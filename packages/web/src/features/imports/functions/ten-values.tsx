import type { ValueType } from '@datasarana/schema';
import { type Cell, type DateFormat, previewTransforms, type Transform, typeFault } from '@datasarana/sources';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatCount } from '../../../records/format.ts';
import classes from './functions.module.css';

export interface TenValuesProps {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly column: string;
  readonly transforms: readonly Transform[];
  /** Type of the field the values go into; where none is known nothing is said of whether it takes them. */
  readonly type?: ValueType | undefined;
  readonly format?: DateFormat | undefined;
}

/** Ten values of a column before and after its functions; one that fails says why. */
export function TenValues({ columns, rows, column, transforms, type, format }: TenValuesProps) {
  const {
    values,
    failing,
    rows: sampled,
  } = useMemo(
    () =>
      previewTransforms(columns, rows, columns.indexOf(column), transforms, (after) =>
        type === undefined ? null : typeFault(after, type, format),
      ),
    [columns, rows, column, transforms, type, format],
  );
  return (
    <>
      {(type !== undefined || failing > 0) && (
        <p className={classes.verdict} role="status" data-failing={failing > 0 || undefined}>
          {failing === 0
            ? `All ${formatCount(sampled)} sampled rows are read`
            : `${formatCount(failing)} of ${formatCount(sampled)} sampled rows fail`}
        </p>
      )}
      <ul className={classes.values} aria-label={`Values of ${column} before and after`}>
        {values.map(({ row, before, after, fault, step }) => (
          <li key={row} data-fault={fault !== undefined || undefined}>
            <del title={before ?? ''}>{before || '(empty)'}</del>
            <ins title={after ?? ''} data-same={before === after || undefined}>
              {after || '(empty)'}
            </ins>
            {fault !== undefined && (
              <small>
                <IconAlertCircle size={14} aria-hidden />
                {step === undefined ? fault : `Function ${step + 1}: ${fault}`}
              </small>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
