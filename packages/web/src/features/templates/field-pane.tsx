import { fieldFaults, ValueType, valueTypeRow } from '@datasarana/schema';
import { ActionIcon, Button, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { EmptyState, Panel, SearchSelect, Toggle } from '../../design/index.ts';
import { valueTypeName } from '../../records/index.ts';
import { BoundedField } from '../../records/number-field.tsx';
import { groupable } from '../views/designer-fields.ts';
import { firstFigures, firstVisuals } from '../views/start-view.ts';
import { changeField, type DraftField, holdsFields, labelField, waitableFor } from './draft.ts';
import type { FieldActions, FieldEdits } from './field-rows.tsx';
import { RelationshipChoice } from './relationship-choice.tsx';
import type { TemplateRecord } from './template-calls.ts';
import classes from './templates.module.css';

const ANALYSERS = ['standard', 'simple', 'whitespace', 'keyword', 'english', 'indonesian'];
/** TPL-06: types whose values have an upper bound worth a note. */
const BOUNDED: ReadonlySet<number> = new Set([
  ValueType.Text,
  ValueType.Keyword,
  ValueType.Binary,
  ValueType.Array,
  ValueType.Object,
]);

interface FieldPaneProps {
  readonly template: TemplateRecord;
  readonly field: DraftField | undefined;
  readonly fields: readonly DraftField[];
  readonly fault: string | undefined;
  readonly on: FieldActions;
  readonly onChange: (fields: readonly DraftField[]) => void;
}

/** Everything that can be said of one field (TPL-01). */
export function FieldPane({ template, field, fields, fault, on, onChange }: FieldPaneProps) {
  const { edit } = on;
  if (!field) {
    return (
      <Panel label="Field" className={classes.pane ?? ''}>
        <EmptyState
          title={fields.length === 0 ? 'No fields yet' : 'No field chosen'}
          action={
            edit && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => edit.add(null)}>
                Add a field
              </Button>
            )
          }
        >
          {fields.length === 0
            ? 'A field is a column of the index and a question of the form.'
            : 'Choose one in the list.'}
        </EmptyState>
      </Panel>
    );
  }
  const set = (change: Partial<DraftField>): void => onChange(changeField(fields, field.uid, change));
  // what the key is said to be wrong with is what has no field of its own here
  const { display_name: label, unit } = fieldFaults(field);
  const stored = template.deployed && field.id !== '';
  return (
    <Panel
      title={field.display_name || field.name}
      className={classes.pane ?? ''}
      actions={edit && <PaneActions edit={edit} uid={field.uid} />}
    >
      <fieldset className={classes.paneBody} disabled={edit === null} aria-label="Settings of the field">
        <div className={classes.pair}>
          <TextInput
            label="Label"
            value={field.display_name ?? ''}
            placeholder={field.name}
            error={label}
            onChange={(e) => onChange(labelField(fields, field.uid, e.currentTarget.value, stored))}
          />
          <TextInput
            label="Key"
            value={field.name}
            error={fault === label || fault === unit ? undefined : fault}
            readOnly={stored}
            description={stored ? 'Stays, since its rows are stored by it' : undefined}
            classNames={{ input: classes.mono ?? '' }}
            onChange={(e) => set({ name: e.currentTarget.value })}
          />
          <TypeSelect field={field} onChange={set} />
          <TextInput
            label="Unit"
            value={field.unit ?? ''}
            error={unit}
            onChange={(e) => set({ unit: e.currentTarget.value || null })}
          />
        </div>
        <Textarea
          label="Help text"
          autosize
          minRows={1}
          value={field.description ?? ''}
          onChange={(e) => set({ description: e.currentTarget.value || null })}
        />
        <Flags field={field} onChange={set} />
        <Dependency field={field} others={waitableFor(fields, field.uid)} onChange={set} />
        <TypeOptions field={field} onChange={set} />
        <FirstView field={field} onChange={set} />
        {edit && holdsFields(field) && (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => edit.add(field.uid)}>
            Add a field inside
          </Button>
        )}
      </fieldset>
    </Panel>
  );
}

function PaneActions({ edit, uid }: { readonly edit: FieldEdits; readonly uid: string }) {
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label="Duplicate the field" onClick={() => edit.duplicate(uid)}>
        <IconCopy size={16} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label="Remove the field" onClick={() => edit.remove(uid)}>
        <IconTrash size={16} />
      </ActionIcon>
    </>
  );
}

interface PartProps {
  readonly field: DraftField;
  readonly onChange: (change: Partial<DraftField>) => void;
}

function TypeSelect({ field, onChange }: PartProps) {
  return (
    <SearchSelect
      label="Type"
      allowDeselect={false}
      value={String(field.value_type)}
      data={Object.values(ValueType).map((value) => ({ value: String(value), label: valueTypeName(value) }))}
      {...(BOUNDED.has(field.value_type) && { description: 'A value holds at most 4 MB' })}
      onChange={(value) => value !== null && onChange({ value_type: Number(value) as ValueType })}
    />
  );
}

function Flags({ field, onChange }: PartProps) {
  if (field.value_type === ValueType.Header) return null;
  return (
    <div className={classes.flags}>
      <Toggle label="Required" checked={field.mandatory} onChange={(mandatory) => onChange({ mandatory })} />
      <Toggle label="Key" checked={field.is_key === true} onChange={(is_key) => onChange({ is_key })} />
      <Toggle label="Searchable" checked={field.can_search} onChange={(can_search) => onChange({ can_search })} />
      <Toggle label="Private" checked={field.is_private === true} onChange={(is_private) => onChange({ is_private })} />
    </div>
  );
}

/** The field beside it without which this one is not asked for (SCH-21). */
function Dependency({ field, others, onChange }: PartProps & { readonly others: readonly DraftField[] }) {
  const now = field.dependency ?? null;
  if (others.length === 0 && now === null) return null;
  const known = others.some(({ name }) => name === now);
  return (
    <Select
      label="Asked for when filled"
      placeholder="Always asked for"
      description="Forms show the field, and need it if it is required, once that one is filled, and not with a no."
      clearable
      clearButtonProps={{ 'aria-label': 'Always ask for it' }}
      value={now}
      error={now !== null && !known ? `There is no field "${now}" beside it` : undefined}
      data={[
        ...others.map(({ name, display_name }) => ({ value: name, label: display_name || name })),
        ...(now !== null && !known ? [now] : []),
      ]}
      onChange={(dependency) => onChange({ dependency })}
    />
  );
}

/** What a view of the field shows first, in Discover and in the designer (VIS-01, AGG-29). */
function FirstView({ field, onChange }: PartProps) {
  const { name, value_type, default_visual: visual, default_aggregation: aggregation } = field;
  const drawn = { name, label: name, value_type, ...(aggregation && { aggregation }) };
  if (!groupable(drawn)) return null;
  const chosen = (value: string | null): string | null => (value === 'None' ? null : value);
  return (
    <div className={classes.pair}>
      <Select
        label="First drawing"
        allowDeselect={false}
        data={firstVisuals(drawn)}
        value={visual ?? 'None'}
        onChange={(value) => onChange({ default_visual: chosen(value) })}
      />
      <Select
        label="First figure"
        allowDeselect={false}
        data={firstFigures(drawn)}
        value={aggregation ?? 'None'}
        onChange={(value) => onChange({ default_aggregation: chosen(value) })}
      />
    </div>
  );
}

function AllowedValues({ field, onChange }: PartProps) {
  const now = field.allowed_values ?? [];
  return (
    <TagsInput
      label="Allowed values"
      description="Empty = any value. Enforced in forms and on every import."
      value={now.map((allowed) => allowed.value)}
      onChange={(values) => {
        const known = new Map(now.map((allowed) => [allowed.value, allowed]));
        onChange({ allowed_values: values.map((value) => known.get(value) ?? { value }) });
      }}
    />
  );
}

function TypeOptions({ field, onChange }: PartProps) {
  const type = field.value_type;
  if (type === ValueType.Text) {
    return (
      <Select
        label="Analyser"
        allowDeselect={false}
        data={ANALYSERS}
        value={field.analyser ?? 'standard'}
        onChange={(analyser) => onChange({ analyser: analyser as NonNullable<DraftField['analyser']> })}
      />
    );
  }
  if (type === ValueType.Keyword || type === ValueType.Array) {
    return (
      <>
        {!field.relationship && <AllowedValues field={field} onChange={onChange} />}
        {(type === ValueType.Keyword || field.relationship) && (field.allowed_values ?? []).length === 0 && (
          <RelationshipChoice field={field} onChange={onChange} />
        )}
      </>
    );
  }
  if (type <= ValueType.Double) {
    return (
      <BoundedField
        label="Default"
        inputMode="text"
        check={valueTypeRow(type).check}
        value={typeof field.default_value === 'number' ? field.default_value : null}
        onChange={(default_value) => onChange({ default_value })}
      />
    );
  }
  return null;
}
