import type { HitAnswer } from '@datasarana/client';
import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { CopyText } from '../../design/copy-text.tsx';
import { BrokenName } from '../../records/broken-name.tsx';
import { formatValue } from '../../records/format-value.ts';
import { ValueIcon } from '../../records/value-icon.tsx';
import { valueAt } from '../../views/records/value-at.ts';
import { type DesignField, groupable } from '../views/designer-fields.ts';
import classes from './discover.module.css';
import { LinkedValue } from './linked-value.tsx';

interface DocumentFieldsProps {
  readonly hit: HitAnswer;
  readonly fields: readonly DesignField[];
  readonly onFilter: (field: string, value: string | number | boolean, negated: boolean) => void;
}

/** Every field of a document, in two columns, each value ready to filter by. */
export function DocumentFields({ hit, fields, onFilter }: DocumentFieldsProps) {
  return (
    <dl className={classes.fieldTable}>
      {fields.map((field) => {
        const value = valueAt(hit, field.name);
        const usable = groupable(field) && isPlain(value);
        return (
          <div key={field.name} className={classes.fieldRow}>
            <dt>
              <ValueIcon item={field} />
              <span>
                <BrokenName name={field.name} />
              </span>
            </dt>
            <dd>
              <span className={classes.fieldValue} dir="auto">
                <LinkedValue relationship={field.relationship} value={value}>
                  {formatValue({ name: field.name, value_type: field.value_type, day: field.day === true }, value)}
                </LinkedValue>
              </span>
              <span className={classes.fieldActions}>
                {isPlain(value) && <CopyValue field={field.name} value={value} />}
                {usable && isPlain(value) && (
                  <>
                    <ActionIcon
                      size={20}
                      variant="subtle"
                      color="gray"
                      aria-label={`Only this ${field.name}`}
                      onClick={() => onFilter(field.name, value, false)}
                    >
                      <IconZoomIn size={14} />
                    </ActionIcon>
                    <ActionIcon
                      size={20}
                      variant="subtle"
                      color="gray"
                      aria-label={`Without this ${field.name}`}
                      onClick={() => onFilter(field.name, value, true)}
                    >
                      <IconZoomOut size={14} />
                    </ActionIcon>
                  </>
                )}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The value as it is stored, not as it is written here: thousands have no comma. */
const CopyValue = ({ field, value }: { readonly field: string; readonly value: string | number | boolean }) => (
  <CopyText value={String(value)}>
    {({ copied, copy }) => (
      <ActionIcon
        size={20}
        variant="subtle"
        color="gray"
        aria-label={copied ? `Copied ${field}` : `Copy ${field}`}
        onClick={copy}
      >
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    )}
  </CopyText>
);

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
