import { useHoldsDays } from '../../views/use-holds-days.ts';
import classes from './search-note.module.css';

interface TextDatesNoteProps {
  readonly template: string;
  /** A date field that the search text compares with a date of no zone. */
  readonly field: string;
}

/** Says by which clocks a date in the search text is read, where they are not those of the rest of the screen. */
export function TextDatesNote({ template, field }: TextDatesNoteProps) {
  const { days } = useHoldsDays(template, field);
  // days of the calendar are the same by all clocks
  if (days !== false) return null;
  return (
    <div className={classes.note} role="status" data-tone="warning">
      <p>
        <b>Dates in the text are those of UTC.</b> What is shown of {field} goes by your clocks, as do the time range
        and Add filter.
      </p>
    </div>
  );
}
