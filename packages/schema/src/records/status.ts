import { conflict, type PlatformError } from '../platform-error.ts';

type Transitions = Readonly<Record<string, readonly string[]>>;

/** REC-33. */
const RECORD: Transitions = {
  Draft: ['Active', 'Archived'],
  Active: ['Inactive', 'Blocked', 'Archived'],
  Inactive: ['Active', 'Blocked', 'Archived'],
  Blocked: ['Active', 'Inactive'],
  Archived: ['Inactive'],
};

/** REC-34: all but Pending are final. */
const INVITE: Transitions = {
  Pending: ['Accepted', 'Declined', 'Cancelled', 'Expired'],
  Accepted: [],
  Declined: [],
  Cancelled: [],
  Expired: [],
};

/** REC-32. */
export const RECORD_STATUSES = ['Draft', 'Active', 'Inactive', 'Blocked', 'Archived'] as const;
/** Where a record is in its life. */
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** REC-34. */
export const INVITE_STATUSES = ['Pending', 'Accepted', 'Declined', 'Cancelled', 'Expired'] as const;

/** How long an invite may be answered, in ms (REC-34: 14 days). */
export const INVITE_LIFE = 14 * 24 * 60 * 60 * 1000;

const transitionsOf = (kind: string): Transitions => (kind === 'user.group.invite' ? INVITE : RECORD);

const named = (transitions: Transitions, status: string): string | undefined =>
  Object.keys(transitions).find((name) => name.toLowerCase() === status.toLowerCase());

/** Statuses are compared without regard to case (REC-32). */
export const isStatus = (status: unknown, expected: string): boolean =>
  typeof status === 'string' && status.toLowerCase() === expected.toLowerCase();

/** A status as it is stored: end-points write it in lower case, everything else capitalised (Decision 24). */
export function canonicalStatus(kind: string, status: string): string {
  const name = named(transitionsOf(kind), status) ?? status;
  return kind === 'service.end_point' ? name.toLowerCase() : name;
}

/** What is wrong with a status of a record kind, or null. */
export function statusFault(kind: string, status: string): string | null {
  const transitions = transitionsOf(kind);
  if (named(transitions, status) !== undefined) return null;
  return `status: "${status}" is not one of ${Object.keys(transitions).join(', ')}`;
}

/** REC-33, REC-34; staying as it is is always allowed. */
export function mayChangeStatus(kind: string, from: string, to: string): boolean {
  // a kind with states of its own, as a task, keeps the one it has
  if (isStatus(from, to)) return true;
  const transitions = transitionsOf(kind);
  const [a, b] = [named(transitions, from), named(transitions, to)];
  if (a === undefined || b === undefined) return false;
  return transitions[a]?.includes(b) ?? false;
}

/** The refusal of REC-33: HTTP 409, code 31. */
export const statusRefused = (kind: string, from: string, to: string, data?: unknown): PlatformError =>
  conflict(`Status cannot change from ${canonicalStatus(kind, from)} to ${canonicalStatus(kind, to)}`, data);
