import { type Cell, compileTransforms, type Transform, transformFault } from '@datasarana/sources';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { FunctionFields } from './function-fields.tsx';
import { labelOf, sayFunction } from './function-kinds.ts';
import classes from './functions.module.css';

/** A function being edited; its id stays when it is moved. */
export interface Draft {
  readonly id: number;
  readonly transform: Transform;
}

interface FunctionListProps {
  readonly drafts: readonly Draft[];
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly column: string;
  readonly onChange: (drafts: readonly Draft[]) => void;
}

function moved(drafts: readonly Draft[], from: number, to: number): readonly Draft[] {
  const rest = drafts.filter((_, i) => i !== from);
  return [...rest.slice(0, to), ...drafts.slice(from, from + 1), ...rest.slice(to)];
}

/** The functions of a column in the order they are applied; moved by dragging, by arrows, or with Alt and an arrow key. */
export function FunctionList({ drafts, columns, rows, column, onChange }: FunctionListProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [told, setTold] = useState('');
  const back = useRef<HTMLElement | null>(null);
  // a node that was moved loses the focus
  useEffect(() => {
    if (back.current && document.activeElement !== back.current) back.current.focus();
    back.current = null;
  });
  const move = (from: number, to: number): void => {
    const draft = drafts[from];
    if (!draft || to < 0 || to >= drafts.length || from === to) return;
    back.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    onChange(moved(drafts, from, to));
    setTold(`${labelOf(draft.transform)} is now ${to + 1} of ${drafts.length}`);
  };
  return (
    <>
      <ol className={classes.list} aria-label={`Functions of ${column}`}>
        {drafts.map((draft, at) => (
          <FunctionItem
            key={draft.id}
            draft={draft}
            at={at}
            count={drafts.length}
            columns={columns}
            samples={samplesBefore(drafts, at, { columns, rows, column })}
            isDragged={dragged === draft.id}
            onDrag={(on) => setDragged(on ? draft.id : null)}
            onDragOver={() => {
              const from = drafts.findIndex(({ id }) => id === dragged);
              if (from >= 0) move(from, at);
            }}
            onMove={(by) => move(at, at + by)}
            onChange={(transform) => onChange(drafts.map((one) => (one.id === draft.id ? { ...one, transform } : one)))}
            onRemove={() => {
              onChange(drafts.filter(({ id }) => id !== draft.id));
              setTold(`${labelOf(draft.transform)} was removed`);
            }}
          />
        ))}
      </ol>
      <p className="ds-hidden" role="status">
        {told}
      </p>
    </>
  );
}

interface Sampled {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly column: string;
}

const MOST_SAMPLES = 20;

/** First different values as the function at a place gets them. */
function samplesBefore(drafts: readonly Draft[], at: number, { columns, rows, column }: Sampled): readonly string[] {
  const before = drafts.slice(0, at).map(({ transform }) => transform);
  if (before.some((transform) => transformFault(transform) !== null)) return [];
  const apply = compileTransforms(before);
  const index = columns.indexOf(column);
  const found = new Set<string>();
  for (const row of rows) {
    const value = apply(row[index] ?? null, (name) => row[columns.indexOf(name)]);
    if (value !== null && value !== '') found.add(value);
    if (found.size === MOST_SAMPLES) break;
  }
  return [...found];
}

interface FunctionItemProps {
  readonly draft: Draft;
  readonly at: number;
  readonly count: number;
  readonly columns: readonly string[];
  readonly samples: readonly string[];
  readonly isDragged: boolean;
  readonly onDrag: (on: boolean) => void;
  readonly onDragOver: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onChange: (transform: Transform) => void;
  readonly onRemove: () => void;
}

function FunctionItem(props: FunctionItemProps) {
  const { draft, at, count, columns, samples, isDragged, onDrag, onDragOver, onMove, onChange, onRemove } = props;
  const { transform } = draft;
  const label = labelOf(transform);
  const fault = useMemo(() => transformFault(transform), [transform]);
  const keys = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li
      className={classes.item}
      data-dragged={isDragged || undefined}
      onKeyDown={keys}
      onDragOver={(event) => {
        event.preventDefault();
        onDragOver();
      }}
      onDrop={(event) => event.preventDefault()}
    >
      <div className={classes.itemHead}>
        <span
          className={classes.grip}
          aria-hidden
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', label);
            onDrag(true);
          }}
          onDragEnd={() => onDrag(false)}
        >
          <IconGripVertical size={16} />
        </span>
        <b>{`${at + 1}. ${label}`}</b>
        <span className={classes.said} title={fault === null ? sayFunction(transform) : undefined}>
          {fault === null && label !== sayFunction(transform) && sayFunction(transform)}
        </span>
        <ActionIcon aria-label={`Move ${label} up`} aria-disabled={at === 0 || undefined} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          aria-label={`Move ${label} down`}
          aria-disabled={at === count - 1 || undefined}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${label}`} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      <FunctionFields transform={transform} onChange={onChange} columns={columns} samples={samples} />
      {fault !== null && <p className={classes.fault}>{sentence(fault)}</p>}
    </li>
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
