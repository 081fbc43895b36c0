import { Button, PasswordInput, TextInput, type TextInputProps } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, Suspense, useState } from 'react';
import { part } from '../../part.tsx';
import { Day } from '../../records/date-value.ts';
import { pathOf } from '../../routes.ts';
import { isFailure, useApi, useSessionStore } from '../../session/index.ts';
import type { OwnInvite } from '../invites/own-invite-calls.ts';
import classes from './login-screen.module.css';

const REQUIRED = {
  size: 'lg',
  required: true,
  withAsterisk: false,
} satisfies TextInputProps;
const BORN = { name: 'date_of_birth', label: 'Date of birth', autoComplete: 'bday' } as const;

const sentenceOf = (error: unknown): string => {
  if (isFailure(error) && error.hint) return `${error.message}. ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
};

/** The calendar is heavier than the rest of the form. */
const BornField = part(
  () => import('./born-field.tsx'),
  (module) => module.BornField,
);

/** Makes an account with an invite, signs in and joins the group in one step (API-18). */
export function RegisterForm({ invite }: { readonly invite: OwnInvite }) {
  const api = useApi();
  const store = useSessionStore();
  const navigate = useNavigate();
  const [form, setForm] = useState({
    full_name: '',
    email: invite.email ?? '',
    phone: invite.phone ?? '',
    login_id: '',
    password: '',
  });
  const [born, setBorn] = useState<string | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState('');
  const [working, setWorking] = useState(false);
  const field = (name: keyof typeof form) => ({
    ...REQUIRED,
    name,
    value: form[name],
    error: errors[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  });
  const isNoDay = born !== null && Day.forPicker(born) === null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWorking(true);
    setErrors({});
    setProblem('');
    try {
      const body = { ...form, date_of_birth: Day.fromPicker(born, null), invite: invite.id };
      await api.call('session.user.register', { body });
      await store.signIn(form.login_id.trim(), form.password);
      await navigate({ to: pathOf('toolkit.home'), replace: true });
    } catch (error) {
      const fields = isFailure(error) ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(sentenceOf(error));
      setWorking(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput {...field('full_name')} label="Full name" autoComplete="name" autoFocus />
      <Suspense fallback={<TextInput {...REQUIRED} {...BORN} readOnly />}>
        <BornField {...REQUIRED} {...BORN} value={born} error={errors.date_of_birth} onChange={setBorn} />
      </Suspense>
      <TextInput {...field('email')} label="E-mail address" type="email" autoComplete="email" />
      <TextInput {...field('phone')} label="Phone" type="tel" autoComplete="tel" />
      <TextInput
        {...field('login_id')}
        label="Account"
        description="What you sign in with from now on"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordInput
        {...field('password')}
        label="Password"
        description="12 characters or more"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      />
      <p className={classes.problem} role="alert">
        {problem}
      </p>
      <Button type="submit" size="lg" variant="filled" fullWidth loading={working} disabled={working || isNoDay}>
        Create account and join
      </Button>
    </form>
  );
}
