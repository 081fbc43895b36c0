import { DATE_FORMATS, detectDateFormat, type Transform } from '@datasarana/sources';
import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SearchSelect } from '../../../design/index.ts';
import type { FieldsProps, Kind } from './fields-props.ts';
import { NUMBER_STYLES, PARTS, partLabel, styleOf } from './function-kinds.ts';
import classes from './functions.module.css';
import { PairsFields } from './pairs-fields.tsx';

const popover = { comboboxProps: { zIndex: 400 } } as const;
const named = (columns: readonly string[]): readonly string[] => columns.filter((column) => column !== '');

/** The settings of each function; those without any have none. */
const FIELDS: { readonly [K in Kind]: ((props: FieldsProps<K>) => ReactNode) | null } = {
  trim: null,
  upper: null,
  lower: null,
  hash: null,
  map: PairsFields,
  static: ({ transform, onChange }) => (
    <TextInput
      label="Value of every row"
      value={transform.value}
      onChange={(event) => onChange({ kind: 'static', value: event.currentTarget.value })}
    />
  ),
  split: SplitFields,
  join: ({ transform, onChange, columns }) => (
    <>
      <MultiSelect
        {...popover}
        label="Columns, in this order"
        searchable
        data={[...named(columns)]}
        value={[...transform.columns]}
        onChange={(chosen) => onChange({ ...transform, columns: chosen })}
      />
      <TextInput
        label="Between them"
        value={transform.with}
        onChange={(event) => onChange({ ...transform, with: event.currentTarget.value })}
      />
    </>
  ),
  replace: ({ transform, onChange }) => (
    <>
      <TextInput
        label={transform.regexp ? 'Pattern to find' : 'Text to find'}
        value={transform.find}
        onChange={(event) => onChange({ ...transform, find: event.currentTarget.value })}
      />
      <TextInput
        label="Replace by"
        description={transform.regexp ? '$1 is the first group, $0 all of it' : undefined}
        value={transform.by}
        onChange={(event) => onChange({ ...transform, by: event.currentTarget.value })}
      />
      <Checkbox
        label="Regular expression"
        checked={transform.regexp === true}
        onChange={(event) => onChange({ ...transform, regexp: event.currentTarget.checked })}
      />
    </>
  ),
  date: DateFields,
  number: NumberFields,
  point: PointFields,
  template: TemplateFields,
};

/** The form of one function. */
export function FunctionFields<K extends Kind>(props: FieldsProps<K>) {
  const Fields = FIELDS[props.transform.kind] as ((props: FieldsProps<K>) => ReactNode) | null;
  return Fields ? (
    <div className={classes.fields}>
      <Fields {...props} />
    </div>
  ) : null;
}

const ALL_PARTS = 'all';

function SplitFields({ transform, onChange }: FieldsProps<'split'>) {
  const { by, take } = transform;
  const known = PARTS.some(([place]) => place === take) || take === undefined ? [] : [take];
  const parts = [...PARTS.map(([place]) => place), ...known];
  return (
    <>
      <TextInput
        label="Split by"
        value={by}
        onChange={(event) => onChange({ ...transform, by: event.currentTarget.value })}
      />
      <Select
        {...popover}
        label="Keep"
        allowDeselect={false}
        data={[
          ...parts.map((place) => ({ value: String(place), label: partLabel(place) })),
          { value: ALL_PARTS, label: 'All parts, as a list' },
        ]}
        value={take === undefined ? ALL_PARTS : String(take)}
        onChange={(value) =>
          value && onChange(value === ALL_PARTS ? { kind: 'split', by } : { kind: 'split', by, take: Number(value) })
        }
      />
    </>
  );
}

const EXAMPLE_MS = Date.UTC(2026, 10, 21);
const EXAMPLES: Readonly<Record<string, string>> = {
  iso: '2026-11-21',
  'yyyy/MM/dd': '2026/11/21',
  'dd/MM/yyyy': '21/11/2026',
  'MM/dd/yyyy': '11/21/2026',
  'dd-MM-yyyy': '21-11-2026',
  'MM-dd-yyyy': '11-21-2026',
  'dd.MM.yyyy': '21.11.2026',
  'dd-MMM-yyyy': '21-Nov-2026',
  'dd MMM yyyy': '21 Nov 2026',
  'MMM dd, yyyy': 'Nov 21, 2026',
  yyyyMMdd: '20261121',
  'dd/MM/yy': '21/11/26',
  'MM/dd/yy': '11/21/26',
  'dd-MMM-yy': '21-Nov-26',
  'dd MMM yy': '21 Nov 26',
  'dd.MM.yy': '21.11.26',
  epoch_millis: String(EXAMPLE_MS),
  epoch_second: String(EXAMPLE_MS / 1000),
};

function DateFields({ transform, onChange, samples }: FieldsProps<'date'>) {
  const found = detectDateFormat(samples)?.format;
  return (
    <SearchSelect
      {...popover}
      label="Written as"
      allowDeselect={false}
      data={DATE_FORMATS.map((format) => ({
        value: format,
        label: `${format}, like ${EXAMPLES[format]}${format === found ? ' (fits the samples)' : ''}`,
      }))}
      value={transform.from}
      onChange={(from) => from && onChange({ kind: 'date', from })}
    />
  );
}

const PLAIN_STYLES = ['1234,5', '1234.5'] as const;

function NumberFields({ transform, onChange }: FieldsProps<'number'>) {
  return (
    <Select
      {...popover}
      label="Written as"
      allowDeselect={false}
      data={[...NUMBER_STYLES.map(({ label }) => label), ...PLAIN_STYLES]}
      value={styleOf(transform)}
      onChange={(label) => {
        const style = NUMBER_STYLES.find((one) => one.label === label);
        if (style) onChange({ kind: 'number', decimal: style.decimal, group: style.group });
        else onChange({ kind: 'number', decimal: label === '1234,5' ? ',' : '.' });
      }}
    />
  );
}

const FROM_VALUE = ['lat,lon', 'lon,lat'] as const;

function PointFields({ transform, onChange, columns }: FieldsProps<'point'>) {
  const { lat, lon, order = 'lat,lon' } = transform;
  const two = lat !== undefined || lon !== undefined;
  const choice = (label: string, value: string | undefined, make: (column: string) => Transform) => (
    <SearchSelect
      {...popover}
      label={label}
      allowDeselect={false}
      placeholder="Choose a column"
      data={[...named(columns)]}
      value={value || null}
      onChange={(column) => column && onChange(make(column))}
    />
  );
  return (
    <>
      <Select
        {...popover}
        label="Made of"
        allowDeselect={false}
        data={[
          { value: 'lat,lon', label: 'This value: latitude, longitude' },
          { value: 'lon,lat', label: 'This value: longitude, latitude' },
          { value: 'two', label: 'Two columns' },
        ]}
        value={two ? 'two' : order}
        onChange={(value) => {
          const written = FROM_VALUE.find((one) => one === value);
          onChange(written ? { kind: 'point', order: written } : { kind: 'point', ...twoColumns(columns) });
        }}
      />
      {two && choice('Latitude', lat, (column) => ({ kind: 'point', lat: column, lon: lon ?? '' }))}
      {two && choice('Longitude', lon, (column) => ({ kind: 'point', lat: lat ?? '', lon: column }))}
    </>
  );
}

/** The columns that look like latitude and longitude by their names. */
function twoColumns(columns: readonly string[]): { readonly lat: string; readonly lon: string } {
  const find = (pattern: RegExp): string => columns.find((column) => pattern.test(column)) ?? '';
  return { lat: find(/^(lat|latitude|y)$|lat/i), lon: find(/^(lon|lng|long|longitude|x)$|lon|lng/i) };
}

function TemplateFields({ transform, onChange, columns }: FieldsProps<'template'>) {
  const { text } = transform;
  return (
    <>
      <TextInput
        label="Text"
        description="A column between two pairs of braces stands for its value"
        classNames={{ input: classes.mono ?? '' }}
        value={text}
        onChange={(event) => onChange({ kind: 'template', text: event.currentTarget.value })}
      />
      <SearchSelect
        {...popover}
        label="Insert a column"
        placeholder="Choose"
        data={[...named(columns)]}
        value={null}
        onChange={(column) => column && onChange({ kind: 'template', text: `${text}{{${column}}}` })}
      />
    </>
  );
}
