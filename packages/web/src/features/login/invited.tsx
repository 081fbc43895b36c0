import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { reasonOf, useInviteOfCode } from '../invites/own-invite-calls.ts';
import { InviteWords } from '../invites/own-invites.tsx';
import classes from './login-screen.module.css';
import { RegisterForm } from './register-form.tsx';

interface InvitedProps {
  readonly code: string;
  /** Sign-in, for who has an account. */
  readonly signIn: ReactNode;
}

/** What the invite of an opened link is, above the way in: an account made with it, or the one somebody has. */
export function Invited({ code, signIn }: InvitedProps) {
  const invite = useInviteOfCode(code);
  const [registering, setRegistering] = useState(false);
  const { data } = invite;
  if (invite.isLoading) return <div className={classes.waiting} />;
  return (
    <>
      <div className={classes.invite} role="status">
        {data && <InviteWords invite={data} />}
        {invite.error && reasonOf(invite.error)}
      </div>
      {data?.registers && (
        <p className={classes.choice}>
          {registering ? 'You have an account already?' : 'You have no account yet?'}
          <Button variant="subtle" onClick={() => setRegistering(!registering)}>
            {registering ? 'Sign in' : 'Create an account'}
          </Button>
        </p>
      )}
      {data && registering ? <RegisterForm invite={data} /> : signIn}
    </>
  );
}
