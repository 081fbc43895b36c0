import type { DataState } from '@datasarana/client';
import type { Change, ChangeEntry } from '../../records/change-list.tsx';
import { valueAt } from '../../views/records/value-at.ts';
import type { DesignField } from '../views/designer-fields.ts';
import { writtenAt } from './opened-document.ts';

type Fields = readonly Pick<DesignField, 'name'>[];

/** The cells in which two states of a record differ, in the order of the fields. */
export const cellChanges = (
  fields: Fields,
  before: DataState['data'] | undefined,
  after: DataState['data'] | undefined,
): readonly Change[] =>
  fields
    .map(({ name }) => ({
      path: name,
      before: valueAt({ _id: '', _source: before ?? {} }, name) ?? null,
      after: valueAt({ _id: '', _source: after ?? {} }, name) ?? null,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));

/** What became of a record and, for what can be gone back to, the state it made. */
export interface RecordStep extends Omit<ChangeEntry, 'action'> {
  readonly state?: DataState;
}

/**
 * The steps that led from state to state, the latest first.
 * @param states of one record, the latest first
 * @param isWhole the last is the earliest there is; what led to it is not known otherwise
 */
export function recordSteps(states: readonly DataState[], fields: Fields, isWhole = true): readonly RecordStep[] {
  return states.slice(0, isWhole ? states.length : -1).flatMap((state, i) => {
    const older = states[i + 1];
    const step: RecordStep = {
      key: `${state.version} ${state.until}`,
      who: typeof state.meta.user_name === 'string' ? state.meta.user_name : '',
      what: stepWord(state, older),
      ts: (older && !older.removed ? older.until : writtenOf(state)) ?? 0,
      changes: cellChanges(fields, older?.data, state.data),
      ...(state.until !== null && { state }),
    };
    return endsHere(state, i) ? [removal(state), step] : [step];
  });
}

/** What a record's states are once one is brought back by somebody, before the platform has answered: so that nothing moves when it does. */
export function asRestored(
  [latest, ...earlier]: readonly DataState[],
  state: DataState,
  { who, now }: { readonly who: string; readonly now: number },
): readonly DataState[] {
  const restored: DataState = {
    ...state,
    version: (latest?.version ?? 0) + 1,
    meta: { ...state.meta, user_name: who },
    until: null,
    removed: false,
  };
  return [restored, ...(latest ? [{ ...latest, until: latest.until ?? now }] : []), ...earlier];
}

/** The record was removed by itself, or, as the last thing that became of it, with its import. */
const endsHere = ({ removed, until }: DataState, place: number): boolean => removed || (place === 0 && until !== null);

const removal = ({ until, removed, removed_by }: DataState): RecordStep => ({
  key: `removed ${until}`,
  who: removed_by ?? '',
  what: removed ? 'removed' : 'removed with its import',
  ts: until ?? 0,
  changes: [],
});

function stepWord({ version }: DataState, older: DataState | undefined): string {
  if (older) return older.removed ? 'brought back' : 'changed';
  return version === 1 ? 'added' : 'earliest state that is kept';
}

const writtenOf = ({ id, meta }: DataState): number | null =>
  writtenAt({ _id: id, _source: { _ts: meta.ts, _batch: meta.batch } });
