import { useBlocker } from '@tanstack/react-router';
import { dialogs } from '../design/dialogs.tsx';
import { type Words, words } from '../return-target.ts';
import { useSessionStore } from '../session/index.ts';

interface Place {
  readonly path: string;
  readonly search: Words;
}

interface Question {
  readonly title: string;
  /** What is lost. */
  readonly text: string;
  /** The way out. */
  readonly action: string;
}

interface LeaveGuard {
  /** Whether something would be lost. */
  readonly dirty: () => boolean;
  /** What is unsaved, as "user Ayu Lestari"; or the question itself, where it is no edit that would be lost. */
  readonly what: string | Question;
  /** Whether the work stays open at the next address; the same path by default. */
  readonly stays?: (from: Place, to: Place) => boolean;
}

const samePath = (from: Place, to: Place): boolean => from.path === to.path;

/** The detail whose id stands in one word of the address stays open while that word stays. */
export const sameDetail =
  (name: string) =>
  (from: Place, to: Place): boolean =>
    samePath(from, to) && from.search[name] === to.search[name];

const unsaved = (what: string): Question => ({
  title: `Leave ${what} without saving?`,
  text: 'The edits that are not saved are lost.',
  action: 'Leave without saving',
});

/** Asks before something is lost, as unsaved edits or a file on its way: on every navigation, by the browser's own question on closing and reloading. */
export function useLeaveGuard({ dirty, what, stays = samePath }: LeaveGuard): void {
  const store = useSessionStore();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const place = (one: typeof current): Place => ({ path: one.pathname, search: words(one.search) });
      // A session that ended sends to the sign-in page; a question in between would trap the visitor.
      if (!dirty() || !store.isLive() || stays(place(current), place(next))) return false;
      const question = typeof what === 'string' ? unsaved(what) : what;
      return !(await dialogs.confirm({ ...question, back: 'Stay', danger: true }));
    },
    enableBeforeUnload: dirty,
  });
}
