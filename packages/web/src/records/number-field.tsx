import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { readNumber, unreadNumber } from './read-number.ts';
import { useTyping } from './use-typing.ts';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  /** NaN: what stands in the field is no number, so that its owner holds none. */
  readonly value: number | string | null | undefined;
  /** What was typed: a number, null when it was emptied, the text when it is no number. */
  readonly onChange: (value: number | string | null) => void;
  /** What is wrong with a number, null when it fits. */
  readonly check?: (value: number) => string | null;
}

const written = (value: NumberFieldProps['value']): string =>
  value === null || value === undefined || Number.isNaN(value) ? '' : String(value);

/** Whether the owner's value is what stands in the field. */
const isOf = (value: NumberFieldProps['value'], read: number | string | null): boolean =>
  Object.is(value ?? null, read) || (Number.isNaN(value) && typeof read !== 'number');

/** A number as it is typed: nothing is left out, rounded or moved into bounds; what does not fit is told below it. */
export function NumberField({ value, onChange, check, error, onBlur, onFocus, ...field }: NumberFieldProps) {
  const [text, setText] = useState(written(value));
  const [seen, setSeen] = useState(value);
  const { typing, heard } = useTyping({ onFocus, onBlur });
  const read = readNumber(text);
  if (!Object.is(value, seen)) {
    setSeen(value);
    if (!isOf(value, read)) setText(written(value));
  }
  const fault = typeof read === 'string' ? unreadNumber(read) : read !== null && check ? check(read) : null;
  return (
    <TextInput
      {...field}
      value={text}
      error={(typing ? null : fault) ?? error}
      {...heard}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(readNumber(event.currentTarget.value));
      }}
    />
  );
}

interface BoundedFieldProps extends Omit<NumberFieldProps, 'onChange' | 'check'> {
  readonly check: (value: number) => string | null;
  /** Hears of numbers that fit, and of an emptied field. */
  readonly onChange: (value: number | null) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** A number within bounds whose owner keeps the last one that fitted; the arrows count it up and down. */
export function BoundedField({ value, check, onChange, onKeyDown, ...field }: BoundedFieldProps) {
  const give = (next: number | string | null): void => {
    if (next === null || (typeof next === 'number' && check(next) === null)) onChange(next);
  };
  const step = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event);
    const by = STEPS[event.key];
    const now = readNumber(event.currentTarget.value);
    if (by === undefined || typeof now !== 'number') return;
    event.preventDefault();
    give(now + by);
  };
  return <NumberField inputMode="decimal" {...field} value={value} check={check} onChange={give} onKeyDown={step} />;
}
