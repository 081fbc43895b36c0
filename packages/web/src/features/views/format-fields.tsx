import { checkWhole } from '@datasarana/schema';
import { Select, Switch } from '@mantine/core';
import { BoundedField } from '../../records/number-field.tsx';
import {
  DURATION_UNITS,
  type DurationUnit,
  NUMBER_STYLES,
  type NumberFormat,
  type NumberStyle,
} from '../../records/number-format.ts';
import classes from './views.module.css';

interface FormatFieldsProps {
  readonly format: NumberFormat | undefined;
  /** Undefined: as without a format. */
  readonly onChange: (format: NumberFormat | undefined) => void;
}

const PLAIN = 'plain';
const STYLE_WORDS: Readonly<Record<NumberStyle, string>> = {
  number: 'Number',
  compact: 'Short, as 1.2k',
  percent: 'Percent of 1',
  bytes: 'Bytes, as 1.5 KB',
  duration: 'Duration',
};
const UNIT_WORDS: Readonly<Record<DurationUnit, string>> = {
  ms: 'Milliseconds',
  s: 'Seconds',
  min: 'Minutes',
  h: 'Hours',
  d: 'Days',
};
const UNITS = Object.keys(DURATION_UNITS) as readonly DurationUnit[];

/** How numbers are written: in a metric, a chart, a table alike (VIS-13). */
export function FormatFields({ format, onChange }: FormatFieldsProps) {
  const style = format?.style ?? PLAIN;
  const choose = (value: string | null): void => {
    const next = NUMBER_STYLES.find((one) => one === value);
    onChange(next && { ...format, style: next });
  };
  return (
    <>
      <div className={classes.pair}>
        <Select
          label="Number format"
          data={[
            { value: PLAIN, label: 'As it is' },
            ...NUMBER_STYLES.map((value) => ({ value, label: STYLE_WORDS[value] })),
          ]}
          value={style}
          allowDeselect={false}
          onChange={choose}
        />
        {format && <DecimalsField format={format} onChange={onChange} />}
      </div>
      {format?.style === 'duration' && (
        <Select
          label="The number counts"
          data={UNITS.map((value) => ({ value, label: UNIT_WORDS[value] }))}
          value={format.of ?? 's'}
          allowDeselect={false}
          onChange={(value) => onChange({ ...format, of: UNITS.find((unit) => unit === value) ?? 's' })}
        />
      )}
      {(format?.style === 'number' || format?.style === 'percent') && (
        <Switch
          label="Comma between thousands"
          checked={format.thousands !== false}
          onChange={(e) => onChange({ ...format, thousands: e.currentTarget.checked })}
        />
      )}
    </>
  );
}

const MOST_DECIMALS = 6n;

function DecimalsField({ format, onChange }: { readonly format: NumberFormat } & Pick<FormatFieldsProps, 'onChange'>) {
  const { decimals, ...rest } = format;
  return (
    <BoundedField
      label="Decimals"
      placeholder="As needed"
      check={checkWhole([0n, MOST_DECIMALS])}
      value={decimals}
      onChange={(value) => onChange(value === null ? rest : { ...rest, decimals: value })}
    />
  );
}
