import { type FocusEvent, useState } from 'react';

interface Heard<T> {
  readonly onFocus?: ((event: FocusEvent<T>) => void) | undefined;
  readonly onBlur?: ((event: FocusEvent<T>) => void) | undefined;
}

/** Whether somebody is at work in a field, whose faults are told once they have left it; goes into the field with what else hears it. */
export function useTyping<T>({ onFocus, onBlur }: Heard<T>) {
  const [typing, setTyping] = useState(false);
  const heard = {
    onFocus: (event: FocusEvent<T>): void => {
      setTyping(true);
      onFocus?.(event);
    },
    onBlur: (event: FocusEvent<T>): void => {
      setTyping(false);
      onBlur?.(event);
    },
  };
  return { typing, heard };
}
