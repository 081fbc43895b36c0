import { Select, type SelectProps } from '@mantine/core';

/**
 * A choice that is found by typing. Without a value the first that fits is taken by Enter: a timer of the list looks for the chosen
 * one when it opens, finds none, and would take the mark from it.
 */
export const SearchSelect = (props: SelectProps) => (
  <Select searchable selectFirstOptionOnDropdownOpen={props.value === null} {...props} />
);
