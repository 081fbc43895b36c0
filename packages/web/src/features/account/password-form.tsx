import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { notify, notifyFailure } from '../../design/index.ts';
import { isFailure, useSessionStore } from '../../session/index.ts';

const shortest = 12;

/** Changes one's own password (AUT-09, 13); all other sessions of the account end. */
export function PasswordForm({ onDone }: { readonly onDone?: () => void }) {
  const store = useSessionStore();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [working, setWorking] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (next !== again) return setProblems({ again: 'The two do not match' });
    setProblems({});
    setWorking(true);
    try {
      await store.client.call('user.password', { body: { password: next, current } });
      setCurrent('');
      setNext('');
      setAgain('');
      store.passwordChanged();
      notify.positive({ title: 'Password changed', message: 'Your other sessions were ended.' });
      onDone?.();
    } catch (error) {
      if (isFailure(error) && error.code === 12) setProblems({ current: error.message });
      else if (isFailure(error) && error.fields.password) setProblems({ password: error.fields.password });
      else notifyFailure(error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 12, maxWidth: 360 }}>
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        value={current}
        error={problems.current}
        onChange={(e) => setCurrent(e.currentTarget.value)}
      />
      <PasswordInput
        label="New password"
        description={`${shortest} to 128 characters, not your login id`}
        autoComplete="new-password"
        required
        value={next}
        error={problems.password}
        onChange={(e) => setNext(e.currentTarget.value)}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        required
        value={again}
        error={problems.again}
        onChange={(e) => setAgain(e.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="filled" loading={working} disabled={current === '' || next.length < shortest}>
          Change password
        </Button>
      </div>
    </form>
  );
}
