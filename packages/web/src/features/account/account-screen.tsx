import { Page, PageHeader, Panel } from '../../design/index.ts';
import { useSession } from '../../session/index.ts';
import classes from './account-screen.module.css';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionList } from './session-list.tsx';

/** Profile, password and sessions of whoever is signed in (SCR-17). */
export function AccountScreen() {
  const { session, roles } = useSession();
  return (
    <Page>
      <PageHeader title="My account" meta={session?.user.login_id} aside={roles.join(', ')} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Panel title="Profile" padded>
            <ProfileForm />
          </Panel>
          <SessionList />
        </div>
        <div className={classes.column}>
          <Panel title="Password" padded>
            <PasswordForm />
          </Panel>
        </div>
      </div>
    </Page>
  );
}
