import { isFailure } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
import { Button, Modal, PasswordInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { notify, notifyFailure } from '../design/notify.tsx';
import { message } from '../messages/index.ts';
import { useCurrentScreen, useGo } from '../navigation.tsx';
import { useSession, useSessionStore } from '../session/session-context.tsx';

/** The offer five minutes before the end (SES-18) and the dialog over the page after it (SES-08). */
export function SessionNotices() {
  const { notice, session } = useSession();
  const store = useSessionStore();
  useEffect(() => {
    if (notice !== 'soon') return;
    notify.warning({
      title: message('session.soonTitle'),
      sticky: true,
      action: { label: message('session.soonAction'), run: () => void store.renew().catch(notifyFailure) },
    });
  }, [notice, store]);
  return notice === 'expired' && session ? <SignInAgain login={session.user.login_id ?? store.lastLogin()} /> : null;
}

function SignInAgain({ login }: { readonly login: string }) {
  const store = useSessionStore();
  const screen = useCurrentScreen();
  const go = useGo();
  const [password, setPassword] = useState('');
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setProblem(undefined);
    try {
      await store.signIn(login, password);
    } catch (error) {
      // AUT-06: the server still knows this tab's token, so a fresh one is all that is needed.
      if (isFailure(error) && error.code === ReplyCode.AuthSigned) await store.renew().catch(notifyFailure);
      else setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setWorking(false);
    }
  };
  const leave = async () => {
    const name = screen?.name;
    await store.signOut();
    go('login', { search: name ? { redirect: name } : {} });
  };
  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={message('session.expiredTitle')}
      size={400}
      closeOnClickOutside={false}
      zIndex={320}
      closeButtonProps={{ 'aria-label': message('shell.signOut') }}
    >
      <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 12 }}>
        <p className="ds-quiet">{message('session.expiredText')}</p>
        <PasswordInput
          data-autofocus
          label={`${message('login.password')} of ${login}`}
          value={password}
          error={problem}
          autoComplete="current-password"
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant="filled" loading={working} disabled={password === ''}>
          {message('login.submit')}
        </Button>
      </form>
    </Modal>
  );
}
