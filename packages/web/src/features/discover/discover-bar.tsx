import { Button, Select, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useAddress } from '../../navigation.tsx';
import { ALL_TIME } from '../../views/time/time-range.ts';
import { TimeRangePicker } from '../../views/time/time-range-picker.tsx';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { type DesignField, isDate } from '../views/designer-fields.ts';
import { useExampleSearch } from '../views/use-example-search.ts';
import classes from './discover.module.css';
import { type DiscoverState, timeWords } from './discover-state.ts';

interface DiscoverBarProps {
  readonly state: DiscoverState;
  readonly template: TemplateRecord;
  readonly templates: readonly TemplateRecord[];
  readonly fields: readonly DesignField[];
  readonly timeField: string;
  /** Stands before Run. */
  readonly children: ReactNode;
}

/** Source, query text, time range, Run. Ctrl Enter and Enter run; `/` goes to the text. */
export function DiscoverBar({ state, template, templates, fields, timeField, children }: DiscoverBarProps) {
  const [, setAddress] = useAddress();
  const [text, setText] = useState(state.text);
  const cache = useQueryClient();
  const example = useExampleSearch(template.id, fields);
  const dateFields = fields.filter(isDate);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setText(state.text), [state.text]);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]');
      if (event.key !== '/' || typing) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);
  const run = (event: FormEvent): void => {
    event.preventDefault();
    if (text === state.text) void cache.invalidateQueries({ queryKey: ['discover'] });
    else setAddress({ q: text, open: undefined }, { push: true });
  };
  return (
    <form className={classes.bar} onSubmit={run} aria-label="Search">
      <Select
        aria-label="Template"
        className={classes.source ?? ''}
        searchable
        allowDeselect={false}
        value={template.id}
        data={templates.map((entry) => ({ value: entry.id, label: entry.name }))}
        onChange={(id) =>
          id &&
          setAddress(
            {
              template: id,
              q: undefined,
              f: undefined,
              columns: undefined,
              sort: undefined,
              open: undefined,
              time: undefined,
              range: undefined,
              edit: undefined,
              saved: undefined,
            },
            { push: true },
          )
        }
      />
      <TextInput
        ref={input}
        aria-label="Search text"
        className={classes.query ?? ''}
        classNames={{ input: classes.queryInput ?? '' }}
        leftSection={<IconSearch size={16} />}
        rightSection={<span className={classes.language}>Query string</span>}
        rightSectionWidth={104}
        placeholder={example}
        spellCheck={false}
        value={text}
        onChange={(e) => setText(e.currentTarget.value)}
      />
      {dateFields.length > 0 && (
        <Select
          aria-label="Date field"
          className={classes.dateField ?? ''}
          allowDeselect={false}
          value={timeField}
          data={[
            ...dateFields.map((field) => ({ value: field.name, label: field.name })),
            { value: '_ts', label: timeWords('_ts') },
          ]}
          onChange={(time) => setAddress({ time: time ?? undefined })}
        />
      )}
      <TimeRangePicker
        className={classes.range ?? ''}
        range={state.range}
        onChange={(range) => setAddress({ range: range === ALL_TIME ? undefined : range }, { push: true })}
      />
      {children}
      <Button variant="filled" type="submit" leftSection={<IconPlayerPlay size={16} />}>
        Run
      </Button>
    </form>
  );
}
