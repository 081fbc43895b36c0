import { isFailure } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { notify, notifyFailure } from '../../design/index.ts';
import { useApi, useMay, useSessionStore } from '../../session/index.ts';

interface Answered {
  readonly name: string;
}

/** Joins a group by the code of an invite, or declines it (ROL-18). */
export function InviteForm() {
  const api = useApi();
  const store = useSessionStore();
  const may = useMay();
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const id = code.trim().replace(/^.*[?&]invite=/, '');
  const answer = async (status: 'Accepted' | 'Declined') => {
    setWorking(true);
    try {
      const { data } = await api.call<Answered>('session.group.invite.answer', { body: { id, status } });
      setCode('');
      notify.positive({ title: status === 'Accepted' ? `You joined ${data.name}` : `Invite of ${data.name} declined` });
      await store.reloadRights();
    } catch (error) {
      if (isFailure(error) && error.code === ReplyCode.NotFound)
        setRefused('There is no such invite. Copy the whole code, or ask for a new one.');
      else notifyFailure(error);
    } finally {
      setWorking(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void answer('Accepted');
  };
  const disabled = id === '' || !may('own belongings', 'change');
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12, maxWidth: 360 }}>
      <TextInput
        label="Invite code"
        description="Or the whole link you were sent; one invite is for one person"
        autoComplete="off"
        spellCheck={false}
        value={code}
        error={refused}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setRefused(null);
        }}
      />
      <div style={{ display: 'flex', gap: 8 }}>
        <Button type="submit" loading={working} disabled={disabled}>
          Join group
        </Button>
        <Button variant="subtle" disabled={disabled || working} onClick={() => void answer('Declined')}>
          Decline
        </Button>
      </div>
    </form>
  );
}
