import type { IngestorLink, IngestorLook } from '@datasarana/client';
import { useState } from 'react';
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
  const ask = async (form: TaskForm): Promise<IngestorLook | null> => {
    setState((before) => ({ ...before, fault: null, working: true }));
    try {
      const look = await link.look({ ...(source && { id: source }), ...placeOfForm(form), columns: [] });
      setState({ look, sheets: look.sheets, fault: null, working: false });
      return look;
    } catch (fault) {
      setState(({ sheets }) => ({ look: null, sheets, fault, working: false }));
      return null;
    }
  };
  return { ...state, ask, forget: () => setState(NOTHING) };
}
