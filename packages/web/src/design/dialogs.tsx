import { CallFailure } from '@datasarana/client';
import { Button, Modal, TextInput } from '@mantine/core';
import { useBlocker, useRouterState } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { message } from '../messages/index.ts';
import { DialogFoot } from './dialog-foot.tsx';
import classes from './dialogs.module.css';
import { GivesFocusBack } from './gives-focus-back.tsx';
import { ownDirection } from './own-direction.ts';

export interface ConfirmRequest {
  /** Verb phrase with the object's name: "Delete template earthquake". */
  readonly title: string;
  /** One sentence with numbers. */
  readonly text?: ReactNode;
  /** The verb again: "Delete template". */
  readonly action: string;
  readonly danger?: boolean;
  /** The way back where "Cancel" could mean something else; that by default. */
  readonly back?: string;
  /** The action waits until this name is typed (SCR-16). */
  readonly typedName?: string;
  /** Offered first, as an export before a removal. */
  readonly before?: { readonly label: string; readonly run: () => void };
}

export interface PromptRequest {
  readonly title: string;
  readonly label: string;
  readonly action: string;
  readonly text?: ReactNode;
  readonly initial?: string;
  /** Answers a sentence when the value cannot be taken. */
  readonly check?: (value: string) => string | undefined;
  /** The dialog stays with what was written until this went well; why it did not stands at the field. */
  readonly send?: (value: string) => Promise<unknown>;
}

/** Narrow for a question, wide for a form, two panes for work with its result beside it. */
type DialogWidth = 'narrow' | 'wide' | 'two panes';

const WIDTHS: Readonly<Record<DialogWidth, number>> = { narrow: 480, wide: 600, 'two panes': 960 };

const widthOf = (wide: boolean | DialogWidth): DialogWidth =>
  typeof wide === 'string' ? wide : wide ? 'wide' : 'narrow';

type Open =
  | { readonly kind: 'confirm'; readonly request: ConfirmRequest; readonly done: (yes: boolean) => void }
  | { readonly kind: 'prompt'; readonly request: PromptRequest; readonly done: (value: string | null) => void }
  | {
      readonly kind: 'custom';
      readonly title: string;
      readonly width: DialogWidth;
      readonly render: (close: () => void) => ReactNode;
      /** What was typed into it is asked about before it is lost. */
      readonly isForm?: boolean;
      readonly done: () => void;
    };

let stack: readonly Open[] = [];
const listeners = new Set<() => void>();
const set = (next: readonly Open[]) => {
  stack = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Modal dialogs as promises (APP-08). They trap the focus and close on Escape. */
export const dialogs = {
  confirm: (request: ConfirmRequest): Promise<boolean> =>
    new Promise((done) => set([...stack, { kind: 'confirm', request, done }])),
  prompt: (request: PromptRequest): Promise<string | null> =>
    new Promise((done) => set([...stack, { kind: 'prompt', request, done }])),
  open: (title: string, render: (close: () => void) => ReactNode, wide: boolean | DialogWidth = false): Promise<void> =>
    new Promise((done) => set([...stack, { kind: 'custom', title, render, width: widthOf(wide), done }])),
  /** The same for what is filled in: Escape, a click beside it and going back ask before what was typed is lost. */
  fill: (title: string, render: (close: () => void) => ReactNode, wide: boolean | DialogWidth = false): Promise<void> =>
    new Promise((done) => set([...stack, { kind: 'custom', title, render, width: widthOf(wide), isForm: true, done }])),
};

function ConfirmBody({ request, close }: { readonly request: ConfirmRequest; readonly close: (yes: boolean) => void }) {
  const [typed, setTyped] = useState('');
  const blocked = request.typedName !== undefined && typed !== request.typedName;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocked) close(true);
      }}
    >
      <div className={classes.body}>
        {request.text !== undefined && <p className={classes.text}>{request.text}</p>}
        {request.typedName !== undefined && (
          <TextInput
            data-autofocus
            autoComplete="off"
            label={
              <>
                Type <b className="mono">{request.typedName}</b> to confirm
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </div>
      <DialogFoot
        before={
          request.before && (
            <Button variant="subtle" onClick={request.before.run}>
              {request.before.label}
            </Button>
          )
        }
      >
        <Button onClick={() => close(false)} {...(request.typedName === undefined && { 'data-autofocus': true })}>
          {request.back ?? message('action.cancel')}
        </Button>
        <Button type="submit" variant="filled" color={request.danger ? 'negative' : 'primary'} disabled={blocked}>
          {request.action}
        </Button>
      </DialogFoot>
    </form>
  );
}

function PromptBody({
  request,
  close,
}: {
  readonly request: PromptRequest;
  readonly close: (value: string | null) => void;
}) {
  const [value, setValue] = useState(request.initial ?? '');
  const [touched, setTouched] = useState(false);
  const [working, setWorking] = useState(false);
  const [refused, setRefused] = useState<string>();
  const text = value.trim();
  const problem = text === '' ? `${request.label} is missing` : (request.check?.(text) ?? refused);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTouched(true);
    if (working || (problem !== undefined && problem !== refused)) return;
    setWorking(true);
    try {
      await request.send?.(text);
      close(text);
    } catch (error) {
      setRefused(reasonOf(error));
      setWorking(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className={classes.body}>
        {request.text !== undefined && <p className={classes.text}>{request.text}</p>}
        <TextInput
          data-autofocus
          label={request.label}
          value={value}
          error={touched ? problem : undefined}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setRefused(undefined);
          }}
        />
      </div>
      <DialogFoot>
        <Button onClick={() => close(null)}>{message('action.cancel')}</Button>
        <Button type="submit" variant="filled" loading={working}>
          {request.action}
        </Button>
      </DialogFoot>
    </form>
  );
}

/** What is wrong with the value, where the platform says so; else what stood in the way. */
const reasonOf = (error: unknown): string => {
  const [fault] = error instanceof CallFailure ? Object.values(error.fields) : [];
  return fault ?? (error instanceof Error ? error.message : String(error));
};

const drop = (entry: Open) => set(stack.filter((other) => other !== entry));

function dismiss(entry: Open): void {
  drop(entry);
  if (entry.kind === 'confirm') entry.done(false);
  else if (entry.kind === 'prompt') entry.done(null);
  else entry.done();
}

const typedInto = new WeakSet<Open>();

/** Closes a dialog that nobody answered; a form that was typed into only when that is wanted. */
async function leave(entry: Open): Promise<void> {
  if (entry.kind === 'custom' && entry.isForm && typedInto.has(entry)) {
    const request = {
      title: `Close "${entry.title}" without saving?`,
      text: 'What was typed is lost.',
      action: 'Close without saving',
      back: 'Stay',
      danger: true,
    };
    if (!(await dialogs.confirm(request))) return;
  }
  dismiss(entry);
}

/** Back closes a dialog and goes nowhere, as on phones; none is left over another screen than its own. */
function useScreenOfDialogs(): void {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is what ends them
  useEffect(() => () => stack.forEach(dismiss), [path]);
  useBlocker({
    shouldBlockFn: ({ action }) => {
      const last = stack.at(-1);
      if (!last || action === 'PUSH' || action === 'REPLACE') return false;
      void leave(last);
      return true;
    },
    enableBeforeUnload: false,
  });
}

/** Draws the open dialogs; stands once in the shell. */
export function DialogHost() {
  const open = useSyncExternalStore(subscribe, () => stack);
  useScreenOfDialogs();
  return open.map((entry, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a stack; its places are its identity
    <GivesFocusBack key={index}>
      <Modal
        opened
        onClose={() => void leave(entry)}
        onInput={() => typedInto.add(entry)}
        title={ownDirection(entry.kind === 'custom' ? entry.title : entry.request.title)}
        size={entry.kind === 'custom' ? WIDTHS[entry.width] : WIDTHS.narrow}
        // Work grows and shrinks: from its top on, so that what one looks at stays where it is.
        centered={entry.kind !== 'custom' || entry.width !== 'two panes'}
        zIndex={300 + index}
        closeOnEscape={index === open.length - 1}
        closeButtonProps={{ 'aria-label': message('action.close') }}
      >
        {entry.kind === 'custom' && entry.render(() => dismiss(entry))}
        {entry.kind === 'confirm' && (
          <ConfirmBody
            request={entry.request}
            close={(yes) => {
              drop(entry);
              entry.done(yes);
            }}
          />
        )}
        {entry.kind === 'prompt' && (
          <PromptBody
            request={entry.request}
            close={(value) => {
              drop(entry);
              entry.done(value);
            }}
          />
        )}
      </Modal>
    </GivesFocusBack>
  ));
}
