import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';
import classes from './imports.module.css';
import { openBy, recipesOpening } from './open-as-before.ts';
import { isOpenedSo, isSameOpening, openingIn, openingOf, sayOpening } from './opening.ts';
import type { ChosenFile } from './plan.ts';
import type { Recipe } from './recipes.ts';

interface OpenedBeforeNoteProps {
  readonly chosen: ChosenFile;
  readonly onReread: (chosen: ChosenFile) => void;
}

/** Of ways that many files were opened, the last ones are enough to choose from. */
const MOST_OTHERS = 4;

/** The other ways that files like this one were opened, the last first. */
function useOtherWays(chosen: ChosenFile): readonly Recipe[] {
  const api = useApi();
  const { columns } = (chosen.detected ?? chosen).preview;
  const { data = [] } = useQuery({
    queryKey: ['recipes of opening', ...columns],
    staleTime: 0,
    queryFn: () => recipesOpening(api, columns),
  });
  return data
    .filter(({ opening }) => opening !== null && !isOpenedSo(chosen, opening))
    .filter(({ opening }, i, all) => all.findIndex((each) => isSameOpening(each.opening, opening)) === i)
    .slice(0, MOST_OTHERS);
}

/** Tells that a file was opened as one like it was before, or why not, and of the other ways they were opened. */
export function OpenedBeforeNote({ chosen, onReread }: OpenedBeforeNoteProps) {
  const { before, detected } = chosen;
  const others = useOtherWays(chosen);
  return (
    <>
      {before?.fault != null && (
        <p className={classes.recipe} role="status">
          It could not be opened as {before.name} was: {before.fault.replace(/\.$/, '')}. Choose how it is opened.
        </p>
      )}
      {before?.fault === null && (
        <p className={classes.offer} data-quiet role="status">
          <span>{sayBefore(before.name, chosen)}</span>
          {detected && (
            <Button size="xs" onClick={() => onReread(detected)}>
              Open it as a new file
            </Button>
          )}
        </p>
      )}
      {others.length > 0 && (
        <p className={classes.offer} data-quiet role="status">
          <span>Files like this one were opened {before ? 'otherwise, too' : 'otherwise before'}:</span>
          {others.map((recipe) => (
            <Button key={recipe.id} size="xs" onClick={() => void openBy(detected ?? chosen, recipe).then(onReread)}>
              {recipe.opening && `Open ${sayOpening(openingIn(chosen, recipe.opening))}`}
            </Button>
          ))}
        </p>
      )}
    </>
  );
}

function sayBefore(name: string, chosen: ChosenFile): string {
  const opening = openingOf(chosen);
  return `Opened as ${name} was${opening ? `: ${sayOpening(opening)}` : ''}.`;
}
