import type { IngestorLink, IngestorLook } from '@datasarana/client';
import { useState } from 'react';
import { placeOfForm, type TaskForm } from './task-form.ts';

export interface LookState {
  /** What the place last answered; null before it was asked. */
  readonly look: IngestorLook | null;
  readonly fault: unknown;
  readonly working: boolean;
}

const NOTHING: LookState = { look: null, fault: null, working: false };

/** Asks the ingestor what a place leads to, on its own machine; `source` is the id of one it holds. */
export function useLook(link: IngestorLink, source: string | undefined) {
  const [state, setState] = useState(NOTHING);
  const ask = async (form: TaskForm): Promise<IngestorLook | null> => {
    setState((before) => ({ ...before, fault: null, working: true }));
    try {
      const look = await link.look({ ...(source && { id: source }), ...placeOfForm(form), columns: [] });
      setState({ look, fault: null, working: false });
      return look;
    } catch (fault) {
      setState({ look: null, fault, working: false });
      return null;
    }
  };
  return { ...state, ask, forget: () => setState(NOTHING) };
}
