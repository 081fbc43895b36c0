import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

/**
 * A choice that is found by typing; without a value the first that fits is taken by Enter. The list looks for the chosen one when it
 * opens, finds none, and would take the mark from it; and what closed it takes the mark by a timer, which may run behind the letter that
 * opens it again. So the first is marked once more behind those timers, and when the choices come in.
 */
export function SearchSelect({ onSearchChange, ...props }: SelectProps) {
  const [timersRan, setTimersRan] = useState(true);
  return (
    <Select
      searchable
      selectFirstOptionOnDropdownOpen={props.value === null}
      selectFirstOptionOnChange={timersRan && (props.data ?? []).length > 0}
      onSearchChange={(search) => {
        setTimersRan(false);
        setTimeout(() => setTimersRan(true));
        onSearchChange?.(search);
      }}
      {...props}
    />
  );
}
