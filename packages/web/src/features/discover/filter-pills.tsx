import type { FilterPill } from '@datasarana/query';
import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconEyeOff, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PHONE, useWindowIs } from '../../design/widths.ts';
import type { DesignField } from '../views/designer-fields.ts';
import classes from './discover.module.css';
import { pillWords } from './discover-state.ts';
import { FilterPopover } from './filter-popover.tsx';

interface FilterPillsProps {
  /** Id of the template that is searched. */
  readonly template: string;
  readonly filters: readonly FilterPill[];
  readonly fields: readonly DesignField[];
  readonly onChange: (filters: readonly FilterPill[]) => void;
  /** What stands before the pills. */
  readonly children?: ReactNode;
}

/** Filters as pills, each changed by a click on its words: negated ones outlined in red, switched-off ones dashed. */
export function FilterPills({ template, filters, fields, onChange, children }: FilterPillsProps) {
  const phone = useWindowIs(PHONE);
  const set = (at: number, pill: FilterPill | null): void =>
    onChange(filters.flatMap((old, i) => (i === at ? (pill ? [pill] : []) : [old])));
  return (
    <div className={classes.pills}>
      {children}
      {filters.map((pill, i) => (
        <span
          key={keyOf(filters, i)}
          className={classes.pill}
          data-negated={pill.operator === 'is not' || pill.operator === 'is missing' || undefined}
          data-off={pill.disabled || undefined}
        >
          <FilterPopover
            template={template}
            fields={fields}
            pill={pill}
            onSave={(changed) => set(i, changed)}
            target={(onClick) => (
              <button
                type="button"
                className={classes.pillWords}
                title={pillWords(pill, fields)}
                aria-label={`Change filter ${pillWords(pill, fields)}`}
                onClick={onClick}
              >
                {pillWords(pill, fields)}
              </button>
            )}
          />
          <ActionIcon
            size={20}
            variant="transparent"
            aria-label={`${pill.disabled ? 'Switch on' : 'Switch off'} filter ${pillWords(pill, fields)}`}
            onClick={() => set(i, { ...pill, disabled: !pill.disabled })}
          >
            {pill.disabled ? <IconEyeOff size={12} /> : <IconEye size={12} />}
          </ActionIcon>
          <ActionIcon
            size={20}
            variant="transparent"
            aria-label={`Remove filter ${pillWords(pill, fields)}`}
            onClick={() => set(i, null)}
          >
            <IconX size={12} />
          </ActionIcon>
        </span>
      ))}
      <FilterPopover
        template={template}
        fields={fields}
        onSave={(pill) => onChange([...filters, pill])}
        target={(onClick) => (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconPlus size={14} />}
            aria-label="Add filter"
            onClick={onClick}
          >
            {phone ? 'Filter' : 'Add filter'}
          </Button>
        )}
      />
    </div>
  );
}

/** Stays the same while a pill is changed, so that the focus comes back to it. */
const keyOf = (filters: readonly FilterPill[], at: number): string => {
  const field = filters[at]?.field;
  return `${field} ${filters.slice(0, at).filter((other) => other.field === field).length}`;
};
