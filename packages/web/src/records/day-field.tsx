import { DateInput, type DateInputProps } from '@mantine/dates';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { DateTime, Day } from './date-value.ts';
import { useTyping } from './use-typing.ts';

export interface TypedDateProps
  extends Omit<DateInputProps, 'value' | 'onChange' | 'dateParser' | 'fixOnBlur' | 'valueFormat' | 'withTime'> {
  readonly value: string | null;
  /** A date as the picker writes it, null when it was emptied, what was typed when it is no date. */
  readonly onChange: (value: string | null) => void;
}

interface Kind {
  /** As people write it (FMT-05). */
  readonly written: string;
  readonly noun: string;
  readonly parse: (typed: string) => string | null;
}

export const DAY: Kind = { written: 'yyyy/MM/dd', noun: 'a day', parse: Day.parse };
export const MOMENT: Kind = { written: 'yyyy/MM/dd HH:mm', noun: 'a date with a time', parse: DateTime.parse };

/** A day that is picked or typed (`YYYY-MM-DD`): 31 February is told below the field, not turned into a day of March. */
export const DayField = (props: TypedDateProps) => <TypedDate kind={DAY} {...props} />;

/** A moment that is typed, or a day of the calendar at the time it had (`YYYY-MM-DD HH:mm:ss`). */
export const MomentField = (props: TypedDateProps) => <TypedDate kind={MOMENT} {...props} />;

/** The control of the kinds above. */
export function TypedDate({
  kind,
  value,
  onChange,
  error,
  onBlur,
  onFocus,
  ...field
}: TypedDateProps & { kind: Kind }) {
  const { written, noun, parse } = kind;
  const timed = written === MOMENT.written;
  const [unread, setUnread] = useState('');
  const { typing, heard } = useTyping({ onFocus, onBlur });
  const [round, setRound] = useState(0);
  const typed = useRef<string | null>(null);
  if (unread !== '' && value !== unread) {
    setUnread('');
    // The picker keeps its own text until another date comes.
    if (value === null) setRound(round + 1);
  }
  const hear = (text: string): void => {
    typed.current = parse(text);
    const isDate = typed.current !== null;
    setUnread(isDate ? '' : text.trim());
    if (!isDate) onChange(text.trim() || null);
  };
  const take = (date: string | null): void => {
    const isPicked = date !== null && date !== typed.current;
    typed.current = null;
    onChange(isPicked && timed ? DateTime.onDay(date, value) : date);
  };
  const fault = unread !== '' && !typing ? `"${unread}" is not ${noun}; write it as ${written}` : undefined;
  const told = fault ?? error;
  const input = useRef<HTMLInputElement>(null);
  const message = useMessageHeight(input, told);
  return (
    <DateInput
      key={round}
      ref={input}
      {...field}
      withTime={timed}
      // Red is for what is wrong, not for Sundays.
      weekendDays={[]}
      valueFormat={written.replace('yyyy', 'YYYY').replace('dd', 'DD')}
      placeholder={written}
      clearButtonProps={{ 'aria-label': 'Clear' }}
      dateParser={parse}
      fixOnBlur={false}
      value={unread === '' ? value : null}
      error={told}
      popoverProps={{ ...field.popoverProps, offset: message + CALENDAR_GAP }}
      onInput={(event) => hear(event.currentTarget.value)}
      onChange={take}
      {...heard}
    />
  );
}

/** px between a field and its calendar. */
const CALENDAR_GAP = 8;

/** px that the message below a field takes: its calendar opens below that, not over it. */
function useMessageHeight(input: RefObject<HTMLInputElement | null>, told: unknown): number {
  const [height, setHeight] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told has the height
  useLayoutEffect(() => {
    const field = input.current?.closest('.mantine-InputWrapper-root');
    if (field) setHeight(field.getBoundingClientRect().bottom - (input.current?.getBoundingClientRect().bottom ?? 0));
  }, [input, told]);
  return height;
}
