import classes from './templates.module.css';

/** Names over values; a value that needs more room takes two places. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: string, wide?: true])[];
}) => (
  <dl className={classes.facts}>
    {facts.map(([name, value, wide]) => (
      <div key={name} data-wide={wide}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
