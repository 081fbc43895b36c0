import type { FilterPill } from '@datasarana/query';
import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { SearchSelect } from '../../design/index.ts';
import { useHoldsDays } from '../../views/use-holds-days.ts';
import { type DesignField, isDate } from '../views/designer-fields.ts';
import classes from './discover.module.css';
import { pillOn, valueWords } from './discover-state.ts';
import { typedValue } from './typed-value.ts';

const OPERATORS = ['is', 'is not', 'exists', 'is missing', 'between'] as const;

export interface FilterFormProps {
  /** Id of the template that is searched. */
  readonly template: string;
  readonly fields: readonly DesignField[];
  /** The filter to change; none = a new one. */
  readonly pill?: FilterPill;
  readonly onSave: (pill: FilterPill) => void;
}

const isDateOf = (fields: readonly DesignField[], name: string | null): boolean =>
  fields.some((field) => field.name === name && isDate(field));

/** The field of a filter, how it compares, and with what. */
export function FilterForm({ template, fields, pill, onSave }: FilterFormProps) {
  const [field, setField] = useState<string | null>(pill?.field ?? null);
  const [operator, setOperator] = useState<FilterPill['operator']>(pill?.operator ?? 'is');
  // as the pill is read; what is not typed anew keeps its type and all of its digits
  const textOf = (known: FilterPill['value']): string =>
    known === undefined ? '' : valueWords(fields, pill?.field ?? '', known);
  const [value, setValue] = useState(textOf(pill?.value ?? pill?.from));
  const [to, setTo] = useState(textOf(pill?.to));
  const { days } = useHoldsDays(template, isDateOf(fields, field) ? field : null);
  const needsValue = operator === 'is' || operator === 'is not';
  const complete =
    field !== null && (!needsValue || value !== '') && (operator !== 'between' || value !== '' || to !== '');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!field || !complete) return;
    const asked = (text: string, known: FilterPill['value']) =>
      known !== undefined && text === textOf(known) && field === pill?.field
        ? known
        : typedValue(fields, field, text, days);
    onSave({
      ...pillOn(fields, field),
      operator,
      ...(needsValue && { value: asked(value, pill?.value) }),
      ...(operator === 'between' && value !== '' && { from: asked(value, pill?.from) }),
      ...(operator === 'between' && to !== '' && { to: asked(to, pill?.to) }),
      ...(pill?.disabled && { disabled: true }),
    });
  };
  return (
    <form className={classes.addFilter} onSubmit={save}>
      <SearchSelect
        label="Field"
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
