import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { KeyHint } from './marks.tsx';
import classes from './search-box.module.css';

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly label?: string;
  /** Joins a selector of the key to search in; an empty key means all. */
  readonly keys?: readonly { readonly value: string; readonly label: string }[];
  readonly keyValue?: string;
  readonly onKey?: (key: string) => void;
  /** Searches a part of the page: `/` stays with the list. */
  readonly inner?: boolean;
}

const pause = 250;

/** The keyword box of lists: tells its value after a short pause or on Enter; `/` focuses it. */
export function SearchBox({
  value,
  onChange,
  placeholder = 'Contains',
  label = 'Search',
  keys,
  keyValue = '',
  onKey,
  inner = false,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), pause);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <div className={classes.box} data-joined={keys !== undefined}>
      {keys && (
        <Select
          className={classes.keys}
          aria-label="Search in"
          data={[{ value: '*', label: 'All fields' }, ...keys]}
          value={keyValue === '' ? '*' : keyValue}
          allowDeselect={false}
          onChange={(key) => onKey?.(key === '*' || key === null ? '' : key)}
        />
      )}
      <TextInput
        className={classes.text}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        {...(!inner && { 'data-list-search': true, rightSection: <KeyHint>/</KeyHint> })}
        value={text}
        leftSection={<IconSearch size={16} />}
        rightSectionPointerEvents="none"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(text);
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            setText('');
            onChange('');
          }
        }}
      />
    </div>
  );
}
