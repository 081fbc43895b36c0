import type { FilterPill } from '@datasarana/query';
import { ActionIcon, Button, Popover, Select, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff, IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { PHONE, useWindowIs } from '../../design/widths.ts';
import { type DesignField, isNumber } from '../views/designer-fields.ts';
import classes from './discover.module.css';
import { pillOn, pillWords } from './discover-state.ts';

interface FilterPillsProps {
  readonly filters: readonly FilterPill[];
  readonly fields: readonly DesignField[];
  readonly onChange: (filters: readonly FilterPill[]) => void;
  /** What stands before the pills. */
  readonly children?: ReactNode;
}

/** Filters as pills: negated ones outlined in red, switched-off ones dashed. */
export function FilterPills({ filters, fields, onChange, children }: FilterPillsProps) {
  const set = (at: number, pill: FilterPill | null): void =>
    onChange(filters.flatMap((old, i) => (i === at ? (pill ? [pill] : []) : [old])));
  return (
    <div className={classes.pills}>
      {children}
      {filters.map((pill, i) => (
        <span
          key={pillWords(pill)}
          className={classes.pill}
          data-negated={pill.operator === 'is not' || pill.operator === 'is missing' || undefined}
          data-off={pill.disabled || undefined}
        >
          <span className={classes.pillWords} title={pillWords(pill)}>
            {pillWords(pill)}
          </span>
          <ActionIcon
            size={20}
            variant="transparent"
            aria-label={`${pill.disabled ? 'Switch on' : 'Switch off'} filter ${pillWords(pill)}`}
            onClick={() => set(i, { ...pill, disabled: !pill.disabled })}
          >
            {pill.disabled ? <IconEyeOff size={12} /> : <IconEye size={12} />}
          </ActionIcon>
          <ActionIcon
            size={20}
            variant="transparent"
            aria-label={`Remove filter ${pillWords(pill)}`}
            onClick={() => set(i, null)}
          >
            <IconX size={12} />
          </ActionIcon>
        </span>
      ))}
      <AddFilter fields={fields} onAdd={(pill) => onChange([...filters, pill])} />
    </div>
  );
}

const OPERATORS = ['is', 'is not', 'exists', 'is missing', 'between'] as const;

function AddFilter({
  fields,
  onAdd,
}: {
  readonly fields: readonly DesignField[];
  readonly onAdd: (pill: FilterPill) => void;
}) {
  const [opened, setOpened] = useState(false);
  const [field, setField] = useState<string | null>(null);
  const [operator, setOperator] = useState<FilterPill['operator']>('is');
  const [value, setValue] = useState('');
  const [to, setTo] = useState('');
  const phone = useWindowIs(PHONE);
  const chosen = fields.find((candidate) => candidate.name === field);
  const needsValue = operator === 'is' || operator === 'is not';
  const complete =
    field !== null && (!needsValue || value !== '') && (operator !== 'between' || value !== '' || to !== '');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (!field || !complete) return;
    const typed = (text: string): string | number =>
      chosen && isNumber(chosen) && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    onAdd({
      ...pillOn(fields, field),
      operator,
      ...(needsValue && { value: typed(value) }),
      ...(operator === 'between' && value !== '' && { from: typed(value) }),
      ...(operator === 'between' && to !== '' && { to: typed(to) }),
    });
    setOpened(false);
    setValue('');
    setTo('');
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={14} />}
          aria-label="Add filter"
          onClick={() => setOpened((now) => !now)}
        >
          {phone ? 'Filter' : 'Add filter'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={classes.addFilter} onSubmit={add}>
          <Select
            label="Field"
            searchable
            data={fields.map((candidate) => candidate.name)}
            value={field}
            onChange={setField}
            comboboxProps={{ withinPortal: false }}
          />
          <Select
            label="Operator"
            data={[...OPERATORS]}
            value={operator}
            allowDeselect={false}
            onChange={(next) => next && setOperator(next as FilterPill['operator'])}
            comboboxProps={{ withinPortal: false }}
          />
          {(needsValue || operator === 'between') && (
            <TextInput
              label={operator === 'between' ? 'From (included)' : 'Value'}
              value={value}
              onChange={(e) => setValue(e.currentTarget.value)}
            />
          )}
          {operator === 'between' && (
            <TextInput label="To (not included)" value={to} onChange={(e) => setTo(e.currentTarget.value)} />
          )}
          <Button type="submit" disabled={!complete}>
            Add filter
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
