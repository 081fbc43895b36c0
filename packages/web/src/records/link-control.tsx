import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { SearchSelect } from '../design/index.ts';
import { type ControlProps, clearProps, fieldProps } from './control.ts';
import { relationOf } from './linked-record.ts';
import { useLinkedRecords } from './use-linked-records.ts';

/** Picks the record that a `relationship` points to (SCH-21); where these cannot be read, the value is typed. */
export function LinkControl(props: ControlProps) {
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text, 200);
  const value = typeof props.value === 'string' ? props.value : null;
  const { options, error, working } = useLinkedRecords(relationOf(props.item.relationship), typed, value);
  if (error)
    return (
      <TextInput
        {...fieldProps(props)}
        error={props.error}
        description={`The records it links to cannot be read: ${error.message}`}
        value={value ?? ''}
        onChange={(event) => props.onChange(event.currentTarget.value || null)}
      />
    );
  return (
    <SearchSelect
      {...fieldProps(props)}
      {...clearProps(props)}
      data={options}
      filter={({ options: all }) => all}
      nothingFoundMessage={working ? 'Looking' : 'Nothing matches'}
      // a chosen one stands in the field by its name, which is not what was looked for
      onSearchChange={(next) => setText(options.some(({ label }) => label === next) ? '' : next)}
      value={value}
      onChange={props.onChange}
    />
  );
}
