import classes from './discover.module.css';
import { changeWords, type OpenedDocument, storedWords } from './opened-document.ts';

/** What became of a document since it was opened, or who stored it when: the line is there before it is needed, so that nothing jumps. */
export function ChangeNote({ opened }: { readonly opened: OpenedDocument | undefined }) {
  const changed = opened ? changeWords(opened) : null;
  return (
    <p role="status" className={classes.note} data-changed={changed !== null || undefined}>
      {changed ?? (opened?.now && storedWords(opened.now))}
    </p>
  );
}
