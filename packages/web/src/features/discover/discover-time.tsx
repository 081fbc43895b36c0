import { Select } from '@mantine/core';
import { PHONE, useWindowIs } from '../../design/widths.ts';
import { useAddress } from '../../navigation.tsx';
import { ALL_TIME } from '../../views/time/time-range.ts';
import { TimeRangePicker } from '../../views/time/time-range-picker.tsx';
import { type DesignField, isDate } from '../views/designer-fields.ts';
import classes from './discover.module.css';
import { type DiscoverState, timeWords } from './discover-state.ts';

interface DiscoverTimeProps {
  readonly state: DiscoverState;
  readonly fields: readonly DesignField[];
  readonly timeField: string;
}

/** Which date and which part of time; on a phone the date is chosen where the time is. */
export function DiscoverTime({ state, fields, timeField }: DiscoverTimeProps) {
  const [, setAddress] = useAddress();
  const phone = useWindowIs(PHONE);
  const dates = fields.filter(isDate);
  const dateField = dates.length > 0 && (
    <Select
      {...(phone ? { label: 'Date field' } : { 'aria-label': 'Date field' })}
      className={classes.dateField ?? ''}
      comboboxProps={{ withinPortal: !phone }}
      allowDeselect={false}
      value={timeField}
      data={[
        ...dates.map((field) => ({ value: field.name, label: field.name })),
        { value: '_ts', label: timeWords('_ts') },
      ]}
      onChange={(time) => setAddress({ time: time ?? undefined })}
    />
  );
  return (
    <>
      {!phone && dateField}
      <TimeRangePicker
        className={classes.range ?? ''}
        range={state.range}
        onChange={(range) => setAddress({ range: range === ALL_TIME ? undefined : range }, { push: true })}
      >
        {phone && dateField}
      </TimeRangePicker>
    </>
  );
}
