import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorState, LoadingRows, notify, notifyFailure } from '../../design/index.ts';
import { RecordForm, type RecordValues } from '../../records/index.ts';
import { isFailure, useSession, useSessionStore } from '../../session/index.ts';
import { profileItems } from '../tenant/profile-items.ts';
import { useSchema } from '../tenant/use-schema.ts';

const locked: ReadonlySet<string> = new Set(['status', 'type', 'national_id']);

/** One's own record, generated from the schema of `user`. */
export function ProfileForm() {
  const store = useSessionStore();
  const { session } = useSession();
  const schema = useSchema('user');
  const [edits, setEdits] = useState<RecordValues>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  if (schema.error) return <ErrorState error={schema.error} onRetry={() => void schema.refetch()} />;
  if (!schema.data || !session) return <LoadingRows rows={4} height={56} />;
  const { user } = session;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setErrors({});
    try {
      await store.client.call('session.user.change', { body: { ts_modified: user.ts_modified, ...edits } });
      await store.reloadUser();
      setEdits({});
      notify.positive({ title: 'Profile saved' });
    } catch (error) {
      if (isFailure(error)) setErrors(error.fields);
      notifyFailure(error);
    } finally {
      setWorking(false);
    }
  };
  const change = (next: RecordValues) =>
    setEdits(
      Object.fromEntries(
        Object.entries(next).filter(
          ([key, value]) => JSON.stringify(value ?? null) !== JSON.stringify(user[key] ?? null),
        ),
      ),
    );
  return (
    <form onSubmit={(event) => void submit(event)}>
      <RecordForm
        items={profileItems(schema.data.items)}
        value={{ ...user, ...edits }}
        onChange={change}
        errors={errors}
        locked={locked}
      />
      <Button type="submit" mt={16} loading={working} disabled={Object.keys(edits).length === 0}>
        Save profile
      </Button>
    </form>
  );
}
