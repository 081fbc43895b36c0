import { useState } from 'react';
import { Page, PageHeader, Panel } from '../../design/index.ts';
import { useSessionStore } from '../../session/index.ts';
import { PasswordForm } from './password-form.tsx';

/** The only screen of an account that must set a new password first (AUT-18). */
export function PasswordDue() {
  const store = useSessionStore();
  const [done, setDone] = useState(false);
  return (
    <Page>
      <PageHeader title="Set a new password" />
      <Panel label="New password" padded>
        <p className="ds-quiet" style={{ marginBottom: 16 }}>
          This account signs in with a password somebody else has seen. Set your own to go on.
        </p>
        {!done && (
          <PasswordForm
            onDone={() => {
              setDone(true);
              void store.resume();
            }}
          />
        )}
      </Panel>
    </Page>
  );
}
