import { SearchSelect } from '../../design/index.ts';
import { OFFERED } from '../../design/offered.ts';
import { useAddress } from '../../navigation.tsx';
import type { TemplateRecord } from '../templates/template-calls.ts';
import classes from './discover.module.css';

interface TemplateChoiceProps {
  readonly template: TemplateRecord;
  readonly templates: readonly TemplateRecord[];
}

/** What of the address speaks of one template only. */
const OF_ONE = {
  q: undefined,
  f: undefined,
  columns: undefined,
  widths: undefined,
  sort: undefined,
  open: undefined,
  time: undefined,
  range: undefined,
  edit: undefined,
  saved: undefined,
};

/** The template that is searched; another one is searched anew. */
export function TemplateChoice({ template, templates }: TemplateChoiceProps) {
  const [, setAddress] = useAddress();
  return (
    <SearchSelect
      aria-label="Template"
      className={classes.source ?? ''}
      limit={OFFERED}
      allowDeselect={false}
      value={template.id}
      data={templates.map((entry) => ({ value: entry.id, label: entry.name }))}
      onChange={(id) => id && setAddress({ ...OF_ONE, template: id }, { push: true })}
    />
  );
}
