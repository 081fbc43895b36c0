import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useOnline } from '../session/index.ts';
import { AWAY } from './needs.ts';

type WriteButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/** A button that begins to write something: without a connection it stays in its place and says why it does nothing (SCR-20). */
export function WriteButton({ disabled = false, title, ...rest }: WriteButtonProps) {
  const online = useOnline();
  return <Button {...rest} disabled={disabled || !online} title={online ? title : AWAY} />;
}
