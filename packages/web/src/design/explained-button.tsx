import { Button, type ButtonProps, Tooltip, VisuallyHidden } from '@mantine/core';
import { type ComponentPropsWithoutRef, type MouseEvent, useId } from 'react';

/** Why a button cannot be used: a sentence, or the id of what stands on the page and says so. */
export type Reason = string | { readonly at: string };

export interface ExplainedButtonProps
  extends ButtonProps,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'disabled'> {
  /** Absent when it can be used. */
  readonly reason?: Reason | null | undefined;
}

/** By any hand; beside its button and not below the document, where it would stand in no part of the page, yet clipped by none. */
const TOLD = {
  events: { hover: true, focus: true, touch: true },
  position: 'bottom',
  withinPortal: false,
  floatingStrategy: 'fixed',
  multiline: true,
  maw: 320,
} as const;

/**
 * A button that says why it cannot be used, to the pointer, the finger, the keyboard and a screen reader alike. One that is switched
 * off takes no focus, so that who goes by keyboard would pass it and not hear why; this one does nothing but lead to its reason.
 */
export function ExplainedButton({ reason, onClick, ...rest }: ExplainedButtonProps) {
  const id = useId();
  const sentence = typeof reason === 'string' ? reason : null;
  const told = typeof reason === 'object' ? reason?.at : id;
  const lead = (event: MouseEvent): void => {
    // it may be the one that sends its form
    event.preventDefault();
    if (sentence === null && told) document.getElementById(told)?.focus();
  };
  // the second click of a double click comes before anything says that the first began something: it would begin it once more
  const begin = (event: MouseEvent<HTMLButtonElement>): void => {
    if (event.detail < 2) onClick?.(event);
    else event.preventDefault();
  };
  // one tree for both, so that a button that has the focus keeps it when it can be used, or no longer
  return (
    <>
      <Tooltip label={sentence} disabled={!sentence} {...TOLD}>
        <Button
          {...rest}
          {...(reason
            ? { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': told, onClick: lead }
            : { onClick: begin })}
        />
      </Tooltip>
      {sentence && <VisuallyHidden id={id}>{sentence}</VisuallyHidden>}
    </>
  );
}
