import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { KeyHint, notify, Panel } from '../../design/index.ts';
import { NARROW } from '../../design/widths.ts';
import { isCalled, itemLabel } from '../../records/value-kind.ts';
import {
  addField,
  type DraftField,
  duplicateField,
  findField,
  itemsOf,
  moveField,
  placeField,
  removeField,
} from './draft.ts';
import { FieldPane } from './field-pane.tsx';
import { type FieldActions, FieldRows } from './field-rows.tsx';
import { FormPreview } from './form-preview.tsx';
import type { TemplateRecord } from './template-calls.ts';
import classes from './templates.module.css';

export interface FieldsTabProps {
  readonly template: TemplateRecord;
  readonly fields: readonly DraftField[];
  readonly faults: ReadonlyMap<string, string>;
  /** The uid of the field whose settings are open. */
  readonly chosen: string | null;
  readonly onChoose: (uid: string | null) => void;
  readonly onChange: (fields: readonly DraftField[]) => void;
  /** The caller reads the template: nothing is offered that could not be saved. */
  readonly readOnly: boolean;
}

/** The list of fields, the chosen one, and the form they make. */
export function FieldsTab({ template, fields, faults, chosen, onChoose, onChange, readOnly }: FieldsTabProps) {
  const [keyword, setKeyword] = useState('');
  const pane = useRef<HTMLDivElement>(null);
  /** Where one pane stands below the other, what was chosen comes into sight. */
  const choose = (uid: string): void => {
    onChoose(uid);
    if (matchMedia(NARROW).matches) pane.current?.scrollIntoView({ block: 'start' });
  };
  const field = chosen ? findField(fields, chosen) : undefined;
  const add = (parent: string | null): void => {
    const next = addField(fields, parent);
    onChange(next.fields);
    onChoose(next.added);
  };
  const remove = (uid: string): void => {
    const before = fields;
    const name = findField(fields, uid)?.name ?? '';
    onChange(removeField(fields, uid));
    onChoose(null);
    notify.info({ title: `Field ${name} removed`, action: { label: 'Undo', run: () => onChange(before) } });
  };
  const edit = {
    move: (uid: string, by: number) => onChange(moveField(fields, uid, by)),
    place: (uid: string, before: string) => onChange(placeField(fields, uid, before)),
    add,
    remove,
    duplicate: (uid: string) => onChange(duplicateField(fields, uid)),
  };
  const on: FieldActions = { choose, edit: readOnly ? null : edit };
  const shown = keyword ? fields.filter((entry) => isCalled(keyword, entry.name, itemLabel(entry))) : fields;
  return (
    <div className={classes.editor}>
      <Panel
        label="Fields"
        className={classes.list ?? ''}
        foot={
          !readOnly && (
            <span className={classes.hints}>
              <KeyHint>Alt ↑↓</KeyHint> move <KeyHint>Ins</KeyHint> add <KeyHint>Del</KeyHint> remove
            </span>
          )
        }
      >
        <div className={classes.listHead}>
          <TextInput
            aria-label="Find a field"
            placeholder="Find a field"
            leftSection={<IconSearch size={16} />}
            value={keyword}
            onChange={(e) => setKeyword(e.currentTarget.value)}
          />
          {!readOnly && (
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => add(null)}>
              Field
            </Button>
          )}
        </div>
        <p className={classes.count}>
          {fields.length} {fields.length === 1 ? 'field' : 'fields'}
          {faults.size > 0 && <span className={classes.faultCount}>{faults.size} to mend</span>}
        </p>
        {fields.length > 0 && shown.length === 0 && <p className={classes.note}>No field has this in its name.</p>}
        <FieldRows fields={shown} faults={faults} chosen={chosen} on={on} />
      </Panel>
      <div ref={pane} className={classes.paneBox}>
        <FieldPane
          template={template}
          field={field}
          fields={fields}
          fault={field && faults.get(field.uid)}
          on={on}
          onChange={onChange}
        />
      </div>
      <FormPreview items={itemsOf(fields)} />
    </div>
  );
}
