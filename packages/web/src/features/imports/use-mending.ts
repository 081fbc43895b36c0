import {
  CallFailure,
  type MendingConflict,
  type MendingOutcome,
  type RawRow,
  type RejectedRow,
} from '@datasarana/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { notify, notifyFailure } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import { useLeaveGuard } from '../../records/use-leave-guard.ts';
import { newRequestId, useApi } from '../../session/index.ts';
import { type Mending, useMendingCheck } from './batch-calls.ts';
import { type Edits, mendingOf, rebased, spreadOver, without, written } from './mending-edits.ts';
import type { PastedRow } from './use-paste.ts';

/** Queries whose answers change with the rows of a batch. */
const TOUCHED = ['batch', 'batches', 'causes', 'rejected', 'discover', 'view', 'map', 'stats'];

const NONE: Edits = new Map();

/** Rows rewritten in the grid, what would become of them, and the sending of them or of a rule. */
export function useMending(id: string) {
  const api = useApi();
  const cache = useQueryClient();
  const [edits, setEdits] = useState(NONE);
  const [sending, setSending] = useState(false);
  const requestOf = useRequestId();
  useLeaveGuard({ dirty: () => edits.size > 0, what: 'the rows that you changed' });

  const mending = useMemo(() => (edits.size === 0 ? null : mendingOf(edits)), [edits]);
  const check = useMendingCheck(id, mending);
  const refresh = (keys = TOUCHED) => Promise.all(keys.map((key) => cache.invalidateQueries({ queryKey: [key] })));
  /** Takes over what others did to the rows. Answers whether the refusal was for that. */
  const takeOver = (error: unknown): boolean => {
    const conflict = conflictOf(error);
    if (!conflict) return false;
    tellMeanwhile(conflict);
    setEdits((now) => rebased(now, conflict));
    void refresh();
    return true;
  };
  const onChecked = useEffectEvent(takeOver);
  useEffect(() => {
    onChecked(check.error);
  }, [check.error]);
  const send = async (what: Mending): Promise<void> => {
    const sent = what.rows ? edits : NONE;
    setSending(true);
    try {
      const { data } = await api.call('batch.replay', { params: { id }, body: what, requestId: requestOf(what) });
      if (data) tell(data);
      setEdits((now) => without(now, sent));
      // rows that a rule mended may have been written in, too
      await refresh(what.rule ? [...TOUCHED, 'mending'] : TOUCHED);
    } catch (error) {
      if (takeOver(error)) return;
      notifyFailure(error);
      // the batch may have been undone meanwhile
      if (error instanceof CallFailure && error.http === 409) await refresh();
    } finally {
      setSending(false);
    }
  };
  return {
    edits,
    check,
    edit: (row: RejectedRow, raw: RawRow) => setEdits((now) => written(now, row, raw)),
    spread: (pasted: readonly PastedRow[]) => setEdits((now) => spreadOver(now, pasted)),
    discard: () => setEdits(NONE),
    mending,
    send,
    sending,
  };
}

/** The same rows sent once more, as when no answer came, are the same request: they go in once (STR-04). */
function useRequestId(): (what: Mending) => string {
  const last = useRef({ text: '', id: '' });
  return (what) => {
    const text = JSON.stringify(what);
    if (last.current.text !== text) last.current = { text, id: newRequestId() };
    return last.current.id;
  };
}

function conflictOf(error: unknown): MendingConflict | null {
  if (!(error instanceof CallFailure) || error.type !== 'conflict') return null;
  const data = error.data as Partial<MendingConflict> | null;
  return data?.gone && data.rewritten ? { gone: data.gone, rewritten: data.rewritten } : null;
}

function tell({ read, rejected }: MendingOutcome): void {
  const taken = read - rejected;
  const title = `${formatCount(taken)} ${taken === 1 ? 'row' : 'rows'} went in`;
  if (rejected === 0) notify.positive({ title });
  else notify.warning({ title, message: `${formatCount(rejected)} are still rejected, with their new reasons.` });
}

/** What became meanwhile of rows that were written in here, and of the own cells. */
function tellMeanwhile({ gone, rewritten }: MendingConflict): void {
  const mended = `${linesOf(gone)} mended meanwhile and went in; what you wrote there was not sent.`;
  const anew = `${linesOf(rewritten.map(({ line }) => line))} rewritten meanwhile; the new cells stand beside yours. Look at them, then send again.`;
  const message = [gone.length > 0 && mended, rewritten.length > 0 && anew].filter((one) => one !== false).join(' ');
  notify.warning({ title: 'Rows you changed were worked on meanwhile', message });
}

/** Lines that a notice names. */
const MOST_LINES = 5;

/** As `Lines 3, 7 were`. */
function linesOf(lines: readonly number[]): string {
  const named = lines.slice(0, MOST_LINES).map(formatCount).join(', ');
  const more = lines.length > MOST_LINES ? ` and ${formatCount(lines.length - MOST_LINES)} more` : '';
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${named}${more} ${lines.length === 1 ? 'was' : 'were'}`;
}
