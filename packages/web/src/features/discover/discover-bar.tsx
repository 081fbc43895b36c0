import { Button } from '@mantine/core';
import { IconPlayerPlay, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useAddress } from '../../navigation.tsx';
import type { ViewSearch } from '../../views/definition.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import type { DesignField } from '../views/designer-fields.ts';
import { SearchText } from '../views/search-text/search-text.tsx';
import { useExampleSearch } from '../views/use-example-search.ts';
import classes from './discover.module.css';
import type { DiscoverState } from './discover-state.ts';
import { TemplateChoice } from './template-choice.tsx';

interface DiscoverBarProps {
  readonly state: DiscoverState;
  readonly template: TemplateRecord;
  readonly templates: readonly TemplateRecord[];
  readonly fields: readonly DesignField[];
  /** What narrows the records beside the text. */
  readonly search: Omit<ViewSearch, 'text'>;
  /** Stands beside the template. */
  readonly actions: ReactNode;
  /** Stands before Run. */
  readonly children: ReactNode;
}

/** Source, query text, what is given, Run. Ctrl Enter and Enter run; `/` goes to the text. */
export function DiscoverBar({ state, template, templates, fields, search, actions, children }: DiscoverBarProps) {
  const [, setAddress] = useAddress();
  const [text, setText] = useState(state.text);
  const cache = useQueryClient();
  const example = useExampleSearch(template.id, fields);
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
    const asked = text.trim();
    if (asked === state.text.trim()) void cache.invalidateQueries({ queryKey: ['discover'] });
    else setAddress({ q: asked, open: undefined }, { push: true });
  };
  return (
    <div className={classes.barRoom}>
      <div className={classes.bar}>
        <TemplateChoice template={template} templates={templates} />
        {actions}
        <form className={classes.asking} onSubmit={run} aria-label="Search">
          <SearchText
            ref={input}
            aria-label="Search text"
            className={classes.query ?? ''}
            classNames={{ input: classes.queryInput ?? '' }}
            leftSection={<IconSearch size={16} />}
            rightSection={<span className={classes.language}>Query string</span>}
            rightSectionWidth={104}
            placeholder={example}
            value={text}
            onText={setText}
            template={template.id}
            fields={fields}
            search={search}
          />
          {children}
          <Button variant="filled" type="submit" leftSection={<IconPlayerPlay size={16} />}>
            Run
          </Button>
        </form>
      </div>
    </div>
  );
}
