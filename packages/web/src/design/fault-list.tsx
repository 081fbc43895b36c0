import classes from './fault-list.module.css';

const SHOWN = 6;

/** What stands in the way of going on, one sentence each; the first six are shown and told to screen readers. */
export function FaultList({ faults }: { readonly faults: readonly string[] }) {
  if (faults.length === 0) return null;
  return (
    <div className={classes.box} role="alert">
      <ul>
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
        {faults.length > SHOWN && <li>{`and ${faults.length - SHOWN} more`}</li>}
      </ul>
    </div>
  );
}
