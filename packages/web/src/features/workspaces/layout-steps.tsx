import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { type LayoutHistory, redo, undo } from './layout-history.ts';

interface LayoutStepsProps<H> {
  readonly history: H;
  readonly onStep: (history: H) => void;
}

/** Takes changes of the layout back and again, by button or key; in a text field the keys are its own. */
export function LayoutSteps<H extends LayoutHistory>({ history, onStep }: LayoutStepsProps<H>) {
  const steps = [
    { label: 'Undo', Icon: IconArrowBackUp, keys: 'Control+Z', left: history.done, run: () => onStep(undo(history)) },
    {
      label: 'Redo',
      Icon: IconArrowForwardUp,
      keys: 'Control+Shift+Z',
      left: history.undone,
      run: () => onStep(redo(history)),
    },
  ] as const;
  const [back, again] = steps;
  useHotkeys([
    ['mod+Z', back.run],
    ['mod+shift+Z', again.run],
    ['mod+Y', again.run],
  ]);
  // A button that is switched off loses the focus, so that the next key would go nowhere: it stays one to come back to.
  return steps.map(({ label, Icon, keys, left, run }) => (
    <ActionIcon
      key={label}
      size={32}
      variant="default"
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys.replace('Control', 'Ctrl')})`}
      aria-disabled={left.length === 0}
      data-disabled={left.length === 0}
      onClick={run}
    >
      <Icon size={16} />
    </ActionIcon>
  ));
}
