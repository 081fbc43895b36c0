import type { MendingOutcome, RawRow, RejectedRow } from '@datasarana/client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { notify, notifyFailure } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import { newRequestId, useApi } from '../../session/index.ts';
import type { Mending } from './batch-calls.ts';
import type { PastedRow } from './use-paste.ts';

/** Queries whose answers change with the rows of a batch. */
const TOUCHED = ['batch', 'batches', 'causes', 'rejected', 'mending', 'discover', 'view', 'map', 'stats'];

const isSameRow = (one: RawRow, other: RawRow): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Rows rewritten in the grid, and the sending of them or of a rule. */
export function useMending(id: string) {
  const api = useApi();
  const cache = useQueryClient();
  const [edits, setEdits] = useState<ReadonlyMap<number, RawRow>>(new Map());
  const [sending, setSending] = useState(false);

  const edit = (row: RejectedRow, raw: RawRow): void =>
    setEdits((now) => {
      const next = new Map(now);
      if (isSameRow(raw, row.raw)) next.delete(row.line);
      else next.set(row.line, raw);
      return next;
    });
  /** Writes cells into many rows at once; rows that are one text have none. */
  const spread = (pasted: readonly PastedRow[]): void =>
    setEdits((now) => {
      const next = new Map(now);
      for (const { row, cells } of pasted) {
        const before = next.get(row.line) ?? row.raw;
        if (typeof before === 'string') continue;
        const raw = { ...before, ...cells };
        if (isSameRow(raw, row.raw)) next.delete(row.line);
        else next.set(row.line, raw);
      }
      return next;
    });
  const mending = useMemo<Mending | null>(
    () => (edits.size === 0 ? null : { rows: [...edits].map(([line, raw]) => ({ line, raw })) }),
    [edits],
  );
  const send = async (what: Mending): Promise<void> => {
    setSending(true);
    try {
      const { data } = await api.call('batch.replay', {
        params: { id },
        body: what,
        requestId: newRequestId(),
      });
      if (data) tell(data);
      if (what.rows) setEdits(new Map());
      await Promise.all(TOUCHED.map((key) => cache.invalidateQueries({ queryKey: [key] })));
    } catch (error) {
      notifyFailure(error);
    } finally {
      setSending(false);
    }
  };
  return { edits, edit, spread, discard: () => setEdits(new Map()), mending, send, sending };
}

function tell({ read, rejected }: MendingOutcome): void {
  const taken = read - rejected;
  const title = `${formatCount(taken)} ${taken === 1 ? 'row' : 'rows'} went in`;
  if (rejected === 0) notify.positive({ title });
  else notify.warning({ title, message: `${formatCount(rejected)} are still rejected, with their new reasons.` });
}
