import { LiveRecord, ownUserSource } from '@datasarana/client';
import type { Schema } from '@datasarana/schema';
import { ErrorState, LoadingRows, Page, PageHeader, Panel } from '../../design/index.ts';
import { RecordActions, RecordEditor, RecordForm, useLeaveGuard, useLiveRecord } from '../../records/index.ts';
import { useApi, useMay, useSession, useSessionStore } from '../../session/index.ts';
import { profileItems } from '../tenant/profile-items.ts';
import { useSchema } from '../tenant/use-schema.ts';
import classes from './account-screen.module.css';
import { BELONGINGS, BelongingList } from './belonging-list.tsx';
import { InviteForm } from './invite-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { TokenList } from './token-list.tsx';

/** Profile, contacts, devices, password, invites, API tokens and sessions of whoever is signed in (SCR-17). */
export function AccountScreen() {
  const { session } = useSession();
  const schema = useSchema('user');
  if (session && schema.data) return <Account key={session.user.id} id={session.user.id} schema={schema.data} />;
  return (
    <Page>
      <PageHeader title="My account" />
      <Panel label="Profile">
        {schema.isPending ? (
          <LoadingRows rows={6} height={56} />
        ) : (
          <ErrorState
            error={schema.error ?? new Error('The platform has no schema of a user')}
            onRetry={() => void schema.refetch()}
          />
        )}
      </Panel>
    </Page>
  );
}

/** What an administrator decides about a person. */
const locked: ReadonlySet<string> = new Set(['type', 'national_id']);

function Account({ id, schema }: { readonly id: string; readonly schema: Schema }) {
  const api = useApi();
  const store = useSessionStore();
  const may = useMay();
  const { session, roles } = useSession();
  const live = useLiveRecord({
    make: () => new LiveRecord(api, schema, ownUserSource(api, schema)),
    id,
    saved: 'Profile saved',
    onSaved: () => void store.reloadUser(),
  });
  const { record, state } = live;
  useLeaveGuard({ dirty: () => record.read().modified, what: 'your account' });
  const profile = profileItems(schema.items)
    .filter(({ name }) => name !== 'status')
    .map((item) => (locked.has(item.name) ? { ...item, description: 'Set by an administrator' } : item));
  const lists = BELONGINGS.flatMap((name) => schema.items.filter((item) => item.name === name));
  const shown = [...profile, ...lists];
  return (
    <Page>
      <PageHeader
        title="My account"
        meta={session?.user.login_id}
        aside={roles.map((role) => role.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())).join(', ')}
        primary={
          <RecordActions
            live={live}
            action="Save profile"
            refused={may('own profile', 'change') ? undefined : 'No connection to the platform'}
          />
        }
      />
      <div className={classes.columns}>
        <div className={classes.column}>
          <RecordEditor live={live} noun="account" home={{ to: 'toolkit.home', list: 'the overview' }} items={shown}>
            <Panel title="Profile" padded>
              <RecordForm
                items={profile}
                value={state.values}
                onChange={(values) => record.edit(values)}
                errors={state.errors}
                locked={locked}
              />
            </Panel>
            {lists.map((item) => (
              <BelongingList
                key={item.name}
                item={item}
                value={state.values[item.name]}
                onChange={(entries) => record.set(item.name, entries)}
                errors={state.errors}
              />
            ))}
          </RecordEditor>
        </div>
        {/* Below a form that is still to come everything would jump. */}
        {live.phase !== 'loading' && (
          <div className={classes.column}>
            <Panel title="Password" padded>
              <PasswordForm />
            </Panel>
            <Panel title="Join a group" padded>
              <InviteForm />
            </Panel>
            <TokenList />
            <SessionList />
          </div>
        )}
      </div>
    </Page>
  );
}
