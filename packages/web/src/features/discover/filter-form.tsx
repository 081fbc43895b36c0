import type { FilterPill } from '@datasarana/query';
import { Button, Popover, Select, TextInput } from '@mantine/core';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { DesignField } from '../views/designer-fields.ts';
import classes from './discover.module.css';
import { pillOn, typedValue } from './discover-state.ts';

const OPERATORS = ['is', 'is not', 'exists', 'is missing', 'between'] as const;

interface FilterFormProps {
  readonly fields: readonly DesignField[];
  /** The filter to change; none = a new one. */
  readonly pill?: FilterPill;
  readonly onSave: (pill: FilterPill) => void;
}

interface FilterPopoverProps extends FilterFormProps {
  /** What opens the form. */
  readonly target: (onClick: () => void) => ReactElement;
}

/** A button and the form of a filter below it. */
export function FilterPopover({ target, onSave, ...form }: FilterPopoverProps) {
  const [opened, setOpened] = useState(false);
  const save = (pill: FilterPill): void => {
    setOpened(false);
    onSave(pill);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>{target(() => setOpened((now) => !now))}</Popover.Target>
      <Popover.Dropdown>
        <FilterForm {...form} onSave={save} />
      </Popover.Dropdown>
    </Popover>
  );
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

function FilterForm({ fields, pill, onSave }: FilterFormProps) {
  const [field, setField] = useState<string | null>(pill?.field ?? null);
  const [operator, setOperator] = useState<FilterPill['operator']>(pill?.operator ?? 'is');
  const [value, setValue] = useState(textOf(pill?.value ?? pill?.from));
  const [to, setTo] = useState(textOf(pill?.to));
  const needsValue = operator === 'is' || operator === 'is not';
  const complete =
    field !== null && (!needsValue || value !== '') && (operator !== 'between' || value !== '' || to !== '');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!field || !complete) return;
    const typed = (text: string): string | number => typedValue(fields, field, text);
    // What was not typed anew keeps its type: a yes or no is no text.
    const asked = value === textOf(pill?.value) && field === pill?.field ? pill.value : typed(value);
    onSave({
      ...pillOn(fields, field),
      operator,
      ...(needsValue && { value: asked }),
      ...(operator === 'between' && value !== '' && { from: typed(value) }),
      ...(operator === 'between' && to !== '' && { to: typed(to) }),
      ...(pill?.disabled && { disabled: true }),
    });
  };
  return (
    <form className={classes.addFilter} onSubmit={save}>
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
        data-autofocus={(pill && !needsValue && operator !== 'between') || undefined}
        value={operator}
        allowDeselect={false}
        onChange={(next) => next && setOperator(next as FilterPill['operator'])}
        comboboxProps={{ withinPortal: false }}
      />
      {(needsValue || operator === 'between') && (
        <TextInput
          label={operator === 'between' ? 'From (included)' : 'Value'}
          data-autofocus={pill !== undefined || undefined}
          value={value}
          onChange={(e) => setValue(e.currentTarget.value)}
        />
      )}
      {operator === 'between' && (
        <TextInput label="To (not included)" value={to} onChange={(e) => setTo(e.currentTarget.value)} />
      )}
      <Button type="submit" disabled={!complete}>
        {pill ? 'Change filter' : 'Add filter'}
      </Button>
    </form>
  );
}
