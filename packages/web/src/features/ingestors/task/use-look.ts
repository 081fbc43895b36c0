import type { IngestorLink } from '@datasarana/client';
import type { IngestorLook } from '@datasarana/schema';
import { useEffect, useRef, useState } from 'react';
import { placeOfForm, type TaskForm } from './task-form.ts';

export interface LookState {
  /** What the place last answered; null before it was asked. */
  readonly look: IngestorLook | null;
  /** Of the workbook that was looked at last, also when the chosen sheet or row was refused. */
  readonly sheets: readonly string[];
  readonly fault: unknown;
  readonly working: boolean;
}

const NOTHING: LookState = { look: null, sheets: [], fault: null, working: false };

/** Asks the ingestor what a place leads to, on its own machine; `source` is the id of one it holds. */
export function useLook(link: IngestorLink, source: string | undefined) {
  const [state, setState] = useState(NOTHING);
  // Only what was asked last counts: the answer of a slow place must not stand for the one chosen after it.
  const last = useRef<AbortController | null>(null);
  useEffect(() => () => last.current?.abort(), []);
  const ask = async (form: TaskForm): Promise<IngestorLook | null> => {
    last.current?.abort();
    const asking = new AbortController();
    const { signal } = asking;
    last.current = asking;
    setState((before) => ({ ...before, fault: null, working: true }));
    try {
      const look = await link.look({ ...(source && { id: source }), ...placeOfForm(form), columns: [] }, signal);
      if (signal.aborted) return null;
      setState({ look, sheets: look.sheets, fault: null, working: false });
      return look;
    } catch (fault) {
      if (!signal.aborted) setState(({ sheets }) => ({ look: null, sheets, fault, working: false }));
      return null;
    }
  };
  const forget = (): void => {
    last.current?.abort();
    setState(NOTHING);
  };
  return { ...state, ask, forget };
}
