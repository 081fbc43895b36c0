import { IconCheck } from '@tabler/icons-react';
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

/** Where one is in the import; `done` = the step one is in is through, too. */
export function Steps({ current, done }: { readonly current: Step; readonly done: boolean }) {
  const at = STEPS.findIndex(([step]) => step === current);
  const through = done ? at + 1 : at;
  return (
    <ol className={classes.steps} aria-label="Steps of the import">
      {STEPS.map(([step, label, hint], i) => (
        <li
          key={step}
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
