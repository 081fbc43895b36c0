import classes from './fault-list.module.css';

const SHOWN = 6;

interface FaultListProps {
  readonly faults: readonly string[];
  /** By it a button says why it cannot be pressed, and brings the focus here. */
  readonly id?: string;
}

/** What stands in the way of going on, one sentence each; the first six are shown and told to screen readers. */
export function FaultList({ faults, id }: FaultListProps) {
  if (faults.length === 0) return null;
  return (
    <div className={classes.box} role="alert" {...(id !== undefined && { id, tabIndex: -1 })}>
      <ul>
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
        {faults.length > SHOWN && <li>{`and ${faults.length - SHOWN} more`}</li>}
      </ul>
    </div>
  );
}
