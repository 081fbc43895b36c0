import { AuthorisationStatus, PlatformError, ReplyCode } from '@datasarana/schema';

/** A protected call without a live token (AUT-07). */
export const notSigned = (
  message = 'You are not signed in, or your session has ended',
  hint = 'Sign in and try again.',
  cause?: unknown,
): PlatformError =>
  new PlatformError(message, {
    code: ReplyCode.AuthNotSigned,
    type: 'authentication',
    http: 401,
    hint,
    cause,
  });

/** A refused call (ROL-21) with its authorisation status (ROL-07). */
export const denied = (
  message: string,
  status: AuthorisationStatus = AuthorisationStatus.Denied,
  hint = 'Ask an administrator for a role that may do this.',
): PlatformError =>
  new PlatformError(message, { code: ReplyCode.Failed, type: 'authorisation', http: 403, status, hint });

/** A session or token of an account that was deactivated or blocked since it began (ROL-07). */
export const unusableAccount = (status: AuthorisationStatus): PlatformError =>
  denied(
    'This account may not be used at present',
    status,
    'It was deactivated or blocked: an administrator can open it again.',
  );

/** A template that an API token may not write to (AUT-19). */
export const unnamedTemplate = (message: string): PlatformError =>
  denied(message, undefined, 'Make a token that names this template, or one that names none.');

/** A sign-in that is incomplete, foreign, or of an account that may not be used (AUT-04, AUT-05). */
export const badSignIn = (
  message: string,
  status?: AuthorisationStatus,
  hint = 'Check login id, password, application and organisation.',
): PlatformError =>
  new PlatformError(message, {
    code: ReplyCode.AuthBad,
    type: 'authentication',
    http: 401,
    ...(status !== undefined && { status }),
    hint,
  });

/** Login id and password do not match; the same words whether or not the login id exists (AUT-03). */
export const wrongPassword = (): PlatformError =>
  new PlatformError('Login id or password is not correct', {
    code: ReplyCode.AuthPassword,
    type: 'authentication',
    http: 401,
    hint: 'Check the spelling and the keyboard layout, then try again.',
  });

/** The store of sessions does not answer (SES-17). */
export const noSessionStore = (cause: unknown): PlatformError =>
  new PlatformError('Error no session store', {
    code: ReplyCode.Failed,
    type: 'internal',
    http: 503,
    hint: 'Try again in a moment; tell an administrator if it stays.',
    cause,
  });
