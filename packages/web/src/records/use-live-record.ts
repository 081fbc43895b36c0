import type { LiveRecord, RecordState } from '@datasarana/client';
import { REFRESH_RATE } from '@datasarana/schema';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { notify, notifyUnlessAtFields } from '../design/notify.tsx';
import { useOnline } from '../session/session-context.tsx';
import { isGone, tellGone } from './gone.ts';

/** `absent` is code 34, a success without a record (REC-27); `failed` has an error. */
export type RecordPhase = 'loading' | 'ready' | 'absent' | 'failed';

export interface LiveView {
  readonly record: LiveRecord;
  readonly state: RecordState;
  readonly phase: RecordPhase;
  readonly error: unknown;
  readonly retry: () => void;
  /** Checks and stores; true when it is stored. What is wrong stands at its field, which gets the focus. */
  readonly save: () => Promise<boolean>;
  /** The element around the form. */
  readonly box: RefObject<HTMLDivElement | null>;
}

interface LiveOptions {
  readonly make: () => LiveRecord;
  /** Undefined for a new record; another id is another record. */
  readonly id: string | undefined;
  /** Title of the notification after a save. */
  readonly saved: string | ((state: RecordState) => string);
  readonly onSaved?: (id: string) => void;
  /** Tells why a save was refused; left out, what stands at fields of the form is told there alone. */
  readonly onRefused?: (error: unknown) => void;
}

interface Opening {
  readonly record: LiveRecord;
  readonly done: boolean;
  readonly error?: unknown;
}

/** A record of the client's engine on a page: fetched, kept fresh while it is looked at, saved on command. */
export function useLiveRecord({ make, id, saved, onSaved, onRefused = notifyUnlessAtFields }: LiveOptions): LiveView {
  const [held, setHeld] = useState(() => ({ id, record: make() }));
  if (held.id !== id) setHeld({ id, record: make() });
  const { record } = held;
  const state = useSyncExternalStore(record.subscribe, record.read);
  const [opening, setOpening] = useState<Opening>({ record, done: false });
  const box = useRef<HTMLDivElement>(null);
  const open = useCallback(() => {
    if (id === undefined) return;
    setOpening({ record, done: false });
    record.fetch(id).then(
      () => setOpening({ record, done: true }),
      (error: unknown) => setOpening({ record, done: true, error }),
    );
  }, [record, id]);
  useEffect(() => {
    open();
    return () => record.dispose();
  }, [open, record]);
  useFresh(record);
  const failed = opening.error !== undefined;
  useBack(() => {
    if (failed) open();
  });
  const save = async (): Promise<boolean> => {
    try {
      await record.save({ validate: true });
      notify.positive({ title: typeof saved === 'string' ? saved : saved(record.read()) });
      if (record.id !== undefined) onSaved?.(record.id);
      return true;
    } catch (error) {
      // A conflict is told on the form itself, with what can be done about it.
      if (id !== undefined && isGone(error, id))
        tellGone('What you edited', 'Your edits stay on this page until you leave it.');
      else if (record.read().conflict === null) onRefused(error);
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return false;
    }
  };
  return {
    record,
    state,
    phase: phaseOf(id, opening.record === record ? opening : undefined, state),
    error: opening.error,
    retry: open,
    save,
    box,
  };
}

function phaseOf(
  id: string | undefined,
  opening: Opening | undefined,
  { fetched, modified }: RecordState,
): RecordPhase {
  if (id === undefined || fetched || modified) return 'ready';
  if (!opening?.done) return 'loading';
  return opening.error === undefined ? 'absent' : 'failed';
}

/** Runs once the platform is back after it was away. */
function useBack(run: () => void): void {
  const online = useOnline();
  const back = useEffectEvent(run);
  const before = useRef(online);
  useEffect(() => {
    if (online && !before.current) back();
    before.current = online;
  }, [online]);
}

/** Looks again when the window is looked at again, and every five minutes (LIM-07). */
function useFresh(record: LiveRecord): void {
  useEffect(() => {
    // No connection is told by the banner; the next look comes by itself.
    const look = (): void => void record.refresh().catch(() => undefined);
    const seen = (): void => {
      if (document.visibilityState === 'visible') look();
    };
    const timer = setInterval(look, REFRESH_RATE);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [record]);
}
