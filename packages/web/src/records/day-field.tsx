import { DateInput, type DateInputProps } from '@mantine/dates';
import { useState } from 'react';
import { Day } from './date-value.ts';
import { useTyping } from './use-typing.ts';

interface DayFieldProps extends Omit<DateInputProps, 'value' | 'onChange' | 'dateParser' | 'fixOnBlur'> {
  readonly value: string | null;
  /** A day as YYYY-MM-DD, null when it was emptied, what was typed when it is no day. */
  readonly onChange: (value: string | null) => void;
}

/** A day that is picked or typed: 31 February is told below the field instead of being turned into a day of March. */
export function DayField({ value, onChange, error, onBlur, onFocus, ...field }: DayFieldProps) {
  const [unread, setUnread] = useState('');
  const { typing, heard } = useTyping({ onFocus, onBlur });
  const [round, setRound] = useState(0);
  if (unread !== '' && value !== unread) {
    setUnread('');
    // The picker keeps its own text until another day comes.
    if (value === null) setRound(round + 1);
  }
  const hear = (text: string): void => {
    const isDay = Day.parse(text) !== null;
    setUnread(isDay ? '' : text.trim());
    if (!isDay) onChange(text.trim() || null);
  };
  const fault = unread !== '' && !typing ? `"${unread}" is not a day; write it as yyyy/MM/dd` : undefined;
  return (
    <DateInput
      key={round}
      {...field}
      valueFormat="YYYY/MM/DD"
      placeholder="yyyy/MM/dd"
      dateParser={Day.parse}
      fixOnBlur={false}
      value={unread === '' ? value : null}
      error={fault ?? error}
      onInput={(event) => hear(event.currentTarget.value)}
      onChange={(day) => onChange(day)}
      {...heard}
    />
  );
}
