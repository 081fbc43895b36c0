import { IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { ValueIcon } from '../../records/index.ts';
import { type DraftField, holdsFields } from './draft.ts';
import classes from './templates.module.css';

export interface FieldEdits {
  readonly move: (uid: string, by: number) => void;
  readonly place: (uid: string, before: string) => void;
  readonly add: (parent: string | null) => void;
  readonly remove: (uid: string) => void;
  readonly duplicate: (uid: string) => void;
}

export interface FieldActions {
  readonly choose: (uid: string) => void;
  /** Null for who reads the template: nothing is offered that could not be saved. */
  readonly edit: FieldEdits | null;
}

interface FieldRowsProps {
  readonly fields: readonly DraftField[];
  readonly faults: ReadonlyMap<string, string>;
  readonly chosen: string | null;
  readonly on: FieldActions;
  readonly level?: number;
}

/** Fields in order; dragged by the grip, moved by Alt and arrows, nested ones indented. */
export function FieldRows({ fields, faults, chosen, on, level = 0 }: FieldRowsProps) {
  const drag = useDrag(fields, on.edit);
  return (
    <ul className={classes.rows} data-level={level}>
      {fields.map((field, at) => (
        <li key={field.uid}>
          <button
            type="button"
            className={classes.row}
            style={{ paddingInlineStart: 8 + level * 20 }}
            aria-current={chosen === field.uid || undefined}
            data-fault={faults.has(field.uid) || undefined}
            {...drag(at)}
            onClick={() => on.choose(field.uid)}
            onKeyDown={(event) => on.edit && byKey(event, field, on.edit)}
          >
            {on.edit && <IconGripVertical size={14} aria-hidden className={classes.grip} />}
            <ValueIcon item={field} />
            <span className={classes.rowLabel}>
              {field.display_name || field.name}
              {field.mandatory && <b className={classes.star}> *</b>}
            </span>
            <span className={classes.rowName} title={field.name}>
              {field.name}
            </span>
          </button>
          {holdsFields(field) && (
            <FieldRows fields={field.items} faults={faults} chosen={chosen} on={on} level={level + 1} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface Dragging {
  readonly from: number;
  readonly over: number;
}

/** A row is dragged among its siblings; a line shows where it would go, and nothing else that is dragged is taken. */
function useDrag(fields: readonly DraftField[], edit: FieldEdits | null) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  return (at: number) => ({
    draggable: edit !== null,
    'data-drop':
      dragging?.over !== at || dragging.from === at ? undefined : dragging.from < at ? ('after' as const) : 'before',
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', fields[at]?.name ?? '');
      setDragging({ from: at, over: at });
    },
    onDragOver: (event: DragEvent) => {
      if (!dragging) return;
      event.preventDefault();
      if (dragging.over !== at) setDragging({ ...dragging, over: at });
    },
    onDrop: (event: DragEvent) => {
      const [moved, target] = [fields[dragging?.from ?? -1], fields[at]];
      if (!moved || !target) return;
      event.preventDefault();
      setDragging(null);
      if (moved !== target) edit?.place(moved.uid, target.uid);
    },
    onDragEnd: () => setDragging(null),
  });
}

function byKey(event: KeyboardEvent, field: DraftField, edit: FieldEdits): void {
  const moves: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
  const by = moves[event.key];
  if (event.altKey && by) edit.move(field.uid, by);
  else if (event.key === 'Delete') edit.remove(field.uid);
  else if (event.key === 'Insert') edit.add(null);
  else return;
  event.preventDefault();
}
