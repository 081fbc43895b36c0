import type { ReactNode } from 'react';
import { SearchSelect, Toolbar } from '../../design/index.ts';
import { OFFERED } from '../../design/offered.ts';
import { useTemplates } from '../templates/template-calls.ts';

interface TemplateChoiceProps {
  readonly children?: ReactNode;
  readonly value: string | null;
  readonly onChange: (template: string | null) => void;
}

/** Where the rows of a source go. */
export function TemplateChoice({ value, onChange, children }: TemplateChoiceProps) {
  const templates = useTemplates();
  const deployed = (templates.data ?? []).filter((template) => template.deployed);
  return (
    <Toolbar label="Where the rows go">
      <SearchSelect
        aria-label="Template"
        limit={OFFERED}
        placeholder={templates.isPending ? 'Loading' : 'Choose a template'}
        nothingFoundMessage="No deployed template"
        data={deployed.map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onChange={onChange}
        style={{ flex: '0 1 320px' }}
      />
      {children}
    </Toolbar>
  );
}
