import { Button, Code, MultiSelect, Select, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { CopyText, DialogFoot, notifyFailure } from '../../design/index.ts';
import { isUnanswered, useApi, useSession } from '../../session/index.ts';
import { ConnectWays } from '../connect/connect-ways.tsx';
import classes from './token-form.module.css';

const DAY = 86_400_000;
const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '', label: 'Until it is revoked' },
];

interface TokenFormProps {
  readonly onMade: (id: string) => void;
  /** No answer came, so that a token of this name may be there whose value was never shown. */
  readonly onLost: (name: string) => void;
  readonly onClose: () => void;
}

/** Makes a personal API token of some of one's own scopes, and shows it once (AUT-19). */
export function TokenForm({ onMade, onLost, onClose }: TokenFormProps) {
  const api = useApi();
  const held = useSession().session?.user.scope;
  const own = Array.isArray(held) ? held.map(String) : [];
  const [name, setName] = useState('');
  const [scope, setScope] = useState<readonly string[]>(own);
  const [days, setDays] = useState('90');
  const [working, setWorking] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const [unanswered, setUnanswered] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setUnanswered(false);
    try {
      const expires = days === '' ? null : Date.now() + Number(days) * DAY;
      const body = { name: name.trim(), scope, expires };
      const { data } = await api.call('session.token.create', { body });
      setToken(data.token);
      onMade(data.id);
    } catch (error) {
      notifyFailure(error);
      if (!isUnanswered(error)) return;
      setUnanswered(true);
      onLost(name.trim());
    } finally {
      setWorking(false);
    }
  };
  if (token !== null) return <MadeToken token={token} onClose={onClose} />;
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Name"
        description="What uses it, as a program or a machine"
        required
        data-autofocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <MultiSelect
        label="Scopes"
        description="It may do what these of your own allow"
        data={[...own]}
        value={[...scope]}
        onChange={setScope}
      />
      <Select
        label="Valid for"
        allowDeselect={false}
        data={LIVES}
        value={days}
        onChange={(next) => setDays(next ?? '')}
      />
      {unanswered && (
        <p role="alert">
          No answer came. If the token was made all the same, it is marked in the list: its value was shown to nobody,
          so revoke it.
        </p>
      )}
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={working} disabled={name.trim() === '' || scope.length === 0}>
          Make token
        </Button>
      </DialogFoot>
    </form>
  );
}

function MadeToken({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  return (
    <div className={classes.form}>
      <p>Copy it now: it is kept as a hash and cannot be shown again.</p>
      <Code block className={classes.token} aria-label="API token">
        {token}
      </Code>
      <p>To try it, ask for the indexes it may read:</p>
      <ConnectWays token={token} />
      <DialogFoot>
        <CopyText value={token}>
          {({ copied, copy }) => (
            <Button leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              {copied ? 'Copied' : 'Copy token'}
            </Button>
          )}
        </CopyText>
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </div>
  );
}
