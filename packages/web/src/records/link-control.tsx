import { endpointsOfKind } from '@datasarana/client';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../session/index.ts';
import { type ControlProps, clearProps, fieldProps } from './control.ts';

/** Picks the record that a `relationship` points to (SCH-21). */
export function LinkControl(props: ControlProps) {
  const api = useApi();
  const kind = (props.item.relationship ?? '').split('#')[0] ?? '';
  const { search, params } = endpointsOfKind(kind);
  const [text, setText] = useState('');
  const [keyword] = useDebouncedValue(text, 200);
  const found = useQuery({
    queryKey: ['link', kind, keyword],
    queryFn: async ({ signal }) => {
      const { data } = await api.call<readonly Record<string, unknown>[]>(search, {
        params,
        body: { key: '*', keyword, from: 0, to: 20 },
        signal,
      });
      return (data ?? []).map((record) => ({
        value: String(record.id),
        label: String(record.display_name ?? record.full_name ?? record.name ?? record.id),
      }));
    },
  });
  const value = typeof props.value === 'string' ? props.value : null;
  const options = found.data ?? [];
  const known = value === null || options.some((option) => option.value === value);
  return (
    <Select
      {...fieldProps(props)}
      searchable
      {...clearProps(props)}
      data={known ? options : [...options, { value: value ?? '', label: value ?? '' }]}
      filter={({ options: all }) => all}
      nothingFoundMessage={found.error ? found.error.message : 'Nothing matches'}
      onSearchChange={setText}
      value={value}
      onChange={props.onChange}
    />
  );
}
