import type { SchemaItem } from '@datasarana/schema';
import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { ExplainedButton } from '../design/explained-button.tsx';
import { ErrorState, type HomeList, LoadingRows, Missing } from '../design/states.tsx';
import { NOTHING_CHANGED, SETTLE_FIRST } from './needs.ts';
import { RecordConflictPanel } from './record-conflict.tsx';
import classes from './record-editor.module.css';
import { RecordForm } from './record-form.tsx';
import type { LiveView } from './use-live-record.ts';
import { useSaveKey } from './use-save-key.ts';
import { itemLabel } from './value-kind.ts';

interface RecordEditorProps {
  readonly live: LiveView;
  readonly items: readonly SchemaItem[];
  /** What it is, in one word: "user". */
  readonly noun: string;
  readonly home: HomeList;
  readonly readOnly?: boolean;
  readonly locked?: ReadonlySet<string>;
  readonly columns?: 1 | 2;
  /** Drawn instead of the one form, as the panels of a page that edits one record in parts. */
  readonly children?: ReactNode;
}

/** A live record in its form with every state it can have; Ctrl Enter saves from within, Ctrl S from anywhere. */
export function RecordEditor({
  live,
  items,
  noun,
  home,
  readOnly = false,
  locked,
  columns = 1,
  children,
}: RecordEditorProps) {
  const { record, state, phase, error, retry, save, box } = live;
  if (phase === 'failed') return <ErrorState error={error} onRetry={retry} />;
  if (phase === 'absent') return <Missing noun={noun} {...home} />;
  if (phase === 'loading') return <LoadingRows rows={6} height={56} />;
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!readOnly && state.modified && !state.conflict) void save();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the controls inside
    <div ref={box} className={classes.editor} onKeyDown={keys}>
      {state.conflict && !readOnly && (
        <RecordConflictPanel record={record} conflict={state.conflict} items={items} noun={noun} onSave={save} />
      )}
      <FormErrors errors={state.errors} items={items} />
      {children ?? (
        <RecordForm
          items={items}
          value={state.values}
          onChange={(values) => record.edit(values)}
          errors={state.errors}
          readOnly={readOnly}
          columns={columns}
          {...(locked && { locked })}
        />
      )}
    </div>
  );
}

interface FormErrorsProps {
  readonly errors: Readonly<Record<string, string>>;
  readonly items: readonly SchemaItem[];
}

/** REC-18 in one line, and what is wrong with items this form does not show. */
function FormErrors({ errors, items }: FormErrorsProps) {
  const paths = Object.keys(errors);
  if (paths.length === 0) return null;
  const shown = new Set(items.map((item) => item.name));
  const elsewhere = paths.filter((path) => !shown.has(path.split('.')[0] ?? ''));
  return (
    <div role="alert" className={classes.errors}>
      Data has validation error
      {elsewhere.length > 0 && (
        <ul>
          {elsewhere.map((path) => (
            <li key={path}>
              {itemLabel({ name: path })}: {errors[path]}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface RecordActionsProps {
  readonly live: LiveView;
  /** "Save changes", "Add record". */
  readonly action: string;
  /** Why nothing can be saved; undefined = it can. */
  readonly refused?: string | undefined;
}

/** Undo and save of a live record, with its state in words (REC-08, REC-09). */
export function RecordActions({ live, action, refused }: RecordActionsProps) {
  const { record, state, phase, save } = live;
  const { modified, working, saved, conflict } = state;
  const sending = phase === 'ready' && working && !saved;
  const reason = refused ?? (conflict ? SETTLE_FIRST : modified ? null : NOTHING_CHANGED);
  useSaveKey(() => void save(), reason === null && phase === 'ready' && !sending);
  const word = sending ? 'Working' : modified ? 'Unsaved changes' : saved ? 'Saved' : '';
  return (
    <>
      <span role="status" className={classes.state} data-modified={modified}>
        {phase === 'ready' ? word : ''}
      </span>
      <Button
        variant="subtle"
        title="Put back what was last saved"
        disabled={!modified || sending}
        onClick={() => record.revert()}
      >
        Undo
      </Button>
      <ExplainedButton
        variant={modified ? 'filled' : 'default'}
        leftSection={<IconDeviceFloppy size={16} />}
        disabled={phase !== 'ready'}
        reason={sending ? null : reason}
        loading={sending}
        onClick={() => void save()}
      >
        {action}
      </ExplainedButton>
    </>
  );
}
