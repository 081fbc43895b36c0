import { Button } from '@mantine/core';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { ErrorState } from './design/states.tsx';
import { fetched, isMissingCode } from './late-code.ts';

/**
 * A part of a screen whose code comes when it is first drawn. While the platform is away it is waited for; where the code does not
 * come then either, the part says so in its place, or `lost` stands there. The screen around it, and what was typed there, stays in any case.
 */
export const part = <Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  lost: ComponentType<Props> = PartLost,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: pick(await fetched(load)) };
    } catch (error) {
      if (!isMissingCode(error)) throw error;
      return { default: lost };
    }
  });

function PartLost() {
  return (
    <ErrorState
      title="This part of the page did not arrive"
      error={new Error('Save what you have edited, then load the page anew.')}
      action={<Button onClick={() => window.location.reload()}>Load the page anew</Button>}
    />
  );
}
