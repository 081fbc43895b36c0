import { type SchemaItem, valueTypeRow } from '@datasarana/schema';
import { FileInput, MultiSelect, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { type ControlProps, clearProps, fieldProps } from './control.ts';
import { DateTime, Day } from './date-value.ts';
import { DayField, MomentField } from './day-field.tsx';
import { DayOrMoment } from './day-or-moment.ts';
import { DayOrMomentField } from './day-or-moment-field.tsx';
import { JsonControl } from './json-control.tsx';
import { LinkControl } from './link-control.tsx';
import { NumberField } from './number-field.tsx';
import { PointControl } from './point-control.tsx';
import { itemLabel, type ValueKind, valueKind } from './value-kind.ts';

const unit = (item: SchemaItem): { rightSection?: ReactNode; rightSectionWidth?: number } =>
  item.unit
    ? { rightSection: <span className="ds-meta">{item.unit}</span>, rightSectionWidth: 20 + item.unit.length * 8 }
    : {};

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const orNull = (value: string): string | null => (value === '' ? null : value);

const NumberControl = (props: ControlProps) => (
  <NumberField
    {...fieldProps(props)}
    {...unit(props.item)}
    check={valueTypeRow(props.item.value_type).check}
    value={typeof props.value === 'number' || typeof props.value === 'string' ? props.value : null}
    onChange={props.onChange}
    styles={{ input: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } }}
  />
);

/** Each line is read from the side its own letters are. */
const OWN_SIDE = { input: { unicodeBidi: 'plaintext' } } as const;

/** A text that has several lines keeps them: a field of one line joins them once somebody types in it. */
const LineControl = (props: ControlProps) => {
  const [hadLines, setHadLines] = useState(false);
  const hasLines = text(props.value).includes('\n');
  // it stays one of several lines while the last break is taken away, so that the hand stays in it
  if (hasLines && !hadLines) setHadLines(true);
  if (hasLines || hadLines) return <TextControl {...props} />;
  return (
    <TextInput
      {...fieldProps(props)}
      {...unit(props.item)}
      styles={OWN_SIDE}
      value={text(props.value)}
      onChange={(event) => props.onChange(orNull(event.currentTarget.value))}
    />
  );
};

const TextControl = (props: ControlProps) => (
  <Textarea
    {...fieldProps(props)}
    styles={OWN_SIDE}
    autosize
    minRows={1}
    maxRows={8}
    value={text(props.value)}
    onChange={(event) => props.onChange(orNull(event.currentTarget.value))}
  />
);

const choices = (item: SchemaItem) =>
  (item.allowed_values ?? []).map(({ value, label }) => ({ value, label: label ?? value }));

const ChoiceControl = (props: ControlProps) => (
  <Select
    {...fieldProps(props)}
    {...clearProps(props)}
    searchable={(props.item.allowed_values?.length ?? 0) > 8}
    data={choices(props.item)}
    value={typeof props.value === 'string' ? props.value : null}
    onChange={props.onChange}
  />
);

const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const ListControl = (props: ControlProps) => (
  <TagsInput {...fieldProps(props)} value={words(props.value)} onChange={props.onChange} />
);

const ChoicesControl = (props: ControlProps) => (
  <MultiSelect {...fieldProps(props)} data={choices(props.item)} value={words(props.value)} onChange={props.onChange} />
);

const DateControl = (props: ControlProps) => (
  <MomentField
    {...fieldProps(props)}
    {...clearProps(props)}
    value={DateTime.forPicker(props.value) ?? orNull(text(props.value))}
    onChange={(value) => props.onChange(DateTime.fromPicker(value, props.value))}
  />
);

const DayOrMomentControl = (props: ControlProps) => (
  <DayOrMomentField
    {...fieldProps(props)}
    {...clearProps(props)}
    value={DayOrMoment.forPicker(props.value) ?? orNull(text(props.value))}
    onChange={(value) => props.onChange(DayOrMoment.fromPicker(value, props.value))}
  />
);

const DayControl = (props: ControlProps) => (
  <DayField
    {...fieldProps(props)}
    {...clearProps(props)}
    value={Day.forPicker(props.value) ?? orNull(text(props.value))}
    onChange={(value) => props.onChange(Day.fromPicker(value, props.value))}
  />
);

const BooleanControl = (props: ControlProps) => (
  <Switch
    label={itemLabel(props.item)}
    description={props.item.description}
    error={props.error}
    disabled={props.readOnly ?? false}
    checked={props.value === true}
    onChange={(event) => props.onChange(event.currentTarget.checked)}
  />
);

const FileControl = (props: ControlProps) => {
  const { readOnly: _, ...field } = fieldProps(props);
  return (
    <FileInput
      {...field}
      disabled={props.readOnly ?? false}
      {...clearProps(props)}
      placeholder={props.value ? 'Replace the file' : 'Choose a file'}
      onChange={(file) => void readFile(file).then(props.onChange)}
    />
  );
};

const readFile = (file: File | null): Promise<string | null> =>
  file === null
    ? Promise.resolve(null)
    : new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
        reader.onerror = () => reject(reader.error);
        reader.readAsDataURL(file);
      });

const HeaderControl = ({ item }: ControlProps) => (
  <h3 style={{ fontSize: 14, lineHeight: '20px', fontWeight: 600, marginTop: 8 }}>{itemLabel(item)}</h3>
);

/** The control of each kind: a new kind does not compile without one. Objects with items are drawn by RecordForm. */
const controls: Readonly<Record<ValueKind, ComponentType<ControlProps>>> = {
  number: NumberControl,
  text: LineControl,
  textarea: TextControl,
  choice: ChoiceControl,
  link: LinkControl,
  date: DateControl,
  day: DayControl,
  'day or moment': DayOrMomentControl,
  switch: BooleanControl,
  file: FileControl,
  list: ListControl,
  choices: ChoicesControl,
  section: JsonControl,
  rows: JsonControl,
  point: PointControl,
  shape: JsonControl,
  heading: HeaderControl,
};

/** The form control of one value. */
export function ValueControl(props: ControlProps) {
  const Control = controls[valueKind(props.item)];
  return <Control {...props} />;
}
