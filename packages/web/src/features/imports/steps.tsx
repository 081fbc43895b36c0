import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './imports.module.css';

const STEPS = [
  ['file', 'File', 'Choose and look'],
  ['columns', 'Columns', 'Fields and types'],
  ['dry run', 'Dry run', 'Compare, write nothing'],
  ['load', 'Load', 'Write and keep the ledger'],
] as const;

export type Step = (typeof STEPS)[number][0];

/** The step of this name; the first one where there is none. */
export const stepNamed = (name: string | undefined): Step => STEPS.find(([step]) => step === name)?.[0] ?? 'file';

/** The step that was gone on to takes the focus, which the button that led there took away with it. */
function useFocusOf(current: Step) {
  const now = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current !== STEPS[0][0] && document.activeElement === document.body)
      now.current?.focus({ preventScroll: true });
  }, [current]);
  return now;
}

/** Where one is in the import; `done` = the step one is in is through, too. */
export function Steps({ current, done }: { readonly current: Step; readonly done: boolean }) {
  const at = STEPS.findIndex(([step]) => step === current);
  const through = done ? at + 1 : at;
  const now = useFocusOf(current);
  return (
    <ol className={classes.steps} aria-label="Steps of the import">
      {STEPS.map(([step, label, hint], i) => (
        <li
          key={step}
          ref={i === at ? now : undefined}
          tabIndex={i === at ? -1 : undefined}
          className={classes.step}
          data-state={i < through ? 'done' : i === at ? 'now' : 'later'}
          aria-current={i === at ? 'step' : undefined}
        >
          <span className={classes.number}>{i < through ? <IconCheck size={14} aria-label="done" /> : i + 1}</span>
          <span className={classes.stepText}>
            <b>{label}</b>
            <small>{hint}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}
