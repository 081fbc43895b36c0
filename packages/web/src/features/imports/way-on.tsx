import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

interface WayOnProps {
  readonly children: ReactNode;
  /** Why it cannot be gone yet: a sentence, or the id of what stands on the page and says so; null when it can. */
  readonly missing: string | { readonly at: string } | null;
  readonly loading?: boolean;
  readonly onGo: () => void;
}

/**
 * The button to the next step. One that is switched off takes no focus, so that who goes by keyboard would pass it and not hear
 * why: until it can be pressed this one says what is missing, and leads there.
 */
export function WayOn({ children, missing, loading = false, onGo }: WayOnProps) {
  const told = useId();
  const at = typeof missing === 'string' ? told : missing?.at;
  const press = (): void => (at === undefined ? onGo() : document.getElementById(at)?.focus());
  return (
    <>
      <Button
        variant="filled"
        rightSection={<IconArrowRight size={16} />}
        loading={loading}
        {...(at !== undefined && { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': at })}
        onClick={press}
      >
        {children}
      </Button>
      {typeof missing === 'string' && <VisuallyHidden id={told}>{missing}</VisuallyHidden>}
    </>
  );
}
