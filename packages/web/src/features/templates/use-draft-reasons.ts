import { AWAY, NOTHING_CHANGED, SETTLE_FIRST } from '../../records/needs.ts';
import { useOnline } from '../../session/index.ts';

interface DraftStanding {
  readonly rights: { readonly changes: boolean; readonly deploys: boolean };
  readonly dirty: boolean;
  readonly fields: number;
  readonly faults: number;
  /** It was saved elsewhere meanwhile. */
  readonly conflict: boolean;
  /** The version that is deployed, when the draft is the same. */
  readonly deployed: number | null;
}

/** Why a draft of a template cannot be saved or deployed; null where it can. */
export function useDraftReasons({ rights, dirty, fields, faults, conflict, deployed }: DraftStanding) {
  const unread = useOnline() ? 'Your roles read this template' : AWAY;
  const amiss = conflict ? SETTLE_FIRST : faults > 0 ? 'Mend the fields that are marked first' : null;
  const empty = fields === 0 ? 'Add a field first' : null;
  const same = deployed === null ? null : `Nothing has changed since v${deployed} was deployed`;
  return {
    unsaved: rights.changes ? (amiss ?? (dirty ? null : NOTHING_CHANGED)) : unread,
    undeployed: rights.deploys ? (amiss ?? empty ?? same) : unread,
  };
}
