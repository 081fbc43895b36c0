import { Select } from '@mantine/core';
import { SearchSelect } from '../../design/index.ts';
import { itemLabel } from '../../records/index.ts';
import { referableItems, relationOf, relationshipOf } from '../../records/linked-record.ts';
import type { DraftField } from './draft.ts';
import { useReadableTemplates } from './readable-templates.ts';
import classes from './templates.module.css';

/** What of the platform itself is worth a link from data. */
const OF_PLATFORM = [
  { value: 'user', label: 'Users' },
  { value: 'user.group', label: 'Groups' },
  { value: 'data.template', label: 'Templates' },
];

interface RelationshipChoiceProps {
  readonly field: DraftField;
  readonly onChange: (change: Partial<DraftField>) => void;
}

/** Whose records a field refers to, and what of them it holds (SCH-21, TPL-39). */
export function RelationshipChoice({ field, onChange }: RelationshipChoiceProps) {
  const { data: templates = [] } = useReadableTemplates();
  const relation = relationOf(field.relationship);
  const { target, item } = relation;
  const template = templates.find(({ id, name }) => id === target || name === target);
  const offered = [
    { group: 'Templates', items: templates.map(({ id, name }) => ({ value: id, label: name })) },
    { group: 'Of the platform', items: OF_PLATFORM },
  ];
  const known = template !== undefined || OF_PLATFORM.some(({ value }) => value === target);
  return (
    <div className={classes.pair}>
      <SearchSelect
        label="Links to"
        placeholder="Nothing"
        description="Its form then offers these records by name."
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the link' }}
        nothingFoundMessage="No deployed template"
        value={target === '' ? null : (template?.id ?? target)}
        data={known || target === '' ? offered : [{ group: 'Not found', items: [target] }, ...offered]}
        onChange={(next) => onChange({ relationship: next })}
      />
      {template && (
        <Select
          label="By"
          description="What of the record is kept in this field."
          allowDeselect={false}
          value={item}
          data={[
            { value: 'id', label: 'Its id' },
            ...referableItems(template.items).map((one) => ({ value: one.name, label: itemLabel(one) })),
          ]}
          onChange={(next) => next !== null && onChange({ relationship: relationshipOf({ target, item: next }) })}
        />
      )}
    </div>
  );
}
