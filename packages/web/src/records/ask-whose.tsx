import { Button } from '@mantine/core';
import { DialogFoot, dialogs } from '../design/index.ts';
import classes from './ask-whose.module.css';

export type Whose = 'mine' | 'theirs';

/** Something was saved elsewhere while it was edited here (REC-38): theirs or mine; null = back to look. */
export function askWhose(title: string, told: string): Promise<Whose | null> {
  let whose: Whose | null = null;
  const ask = (close: () => void) => {
    const choose = (answer: Whose | null) => () => {
      whose = answer;
      close();
    };
    return (
      <>
        <p className={classes.told}>{told}</p>
        <DialogFoot>
          <Button onClick={choose(null)}>Cancel</Button>
          <Button onClick={choose('theirs')}>Take theirs</Button>
          <Button variant="filled" onClick={choose('mine')}>
            Keep mine
          </Button>
        </DialogFoot>
      </>
    );
  };
  return dialogs.open(title, ask).then(() => whose);
}
