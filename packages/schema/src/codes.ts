/** Reply codes of every service (ERR-01…22). `Client*` and the two negatives are made by the client only (ERR-30). */
export const ReplyCode = {
  Ok: 30,
  Failed: 31,
  Malformed: 32,
  NotImplemented: 33,
  NotFound: 34,
  Exception: 35,
  NoResponse: 36,
  AuthOk: 10,
  AuthBad: 11,
  AuthPassword: 12,
  AuthSigned: 13,
  AuthNotSigned: 14,
  StatusData: 20,
  StatusOk: 21,
  StatusError: 22,
  PhoneExist: 40,
  EmailExist: 41,
  OrganisationExist: 42,
  ClientNoResponse: 50,
  ConfigurationMissing: 991,
  TaskExists: 1002,
  FileRead: 1010,
  ClientNoJwt: 1000,
  ClientCannotParse: 10001,
  ClientNoEndpoint: 1,
  ClientUnreachable: -1,
} as const;
export type ReplyCode = (typeof ReplyCode)[keyof typeof ReplyCode];

/** Authorisation status (ROL-07); travels in `error.error.status`, never as a reply code (ERR-32). */
export const AuthorisationStatus = { Allowed: 0, Denied: 1, Update: 2, Blocked: 3, Disabled: 4 } as const;
export type AuthorisationStatus = (typeof AuthorisationStatus)[keyof typeof AuthorisationStatus];

/** What kind of fault a reply tells of. */
export type ErrorType =
  | 'validation'
  | 'conflict'
  | 'authentication'
  | 'authorisation'
  | 'not_found'
  | 'malformed'
  | 'upstream'
  | 'internal';

/** What stands in `error` of a reply (API-04). `hint` says what to do next (ERR-29). */
export interface ReplyError {
  readonly message: string;
  readonly hint?: string;
  readonly error: {
    readonly type: ErrorType;
    readonly reason: string;
    readonly status?: number;
    readonly fields?: Readonly<Record<string, string>>;
  };
}

/** The envelope of every reply of every service (API-03); `ts` in epoch ms, `took` in ms. */
export interface Reply<T = unknown> {
  readonly code: number;
  readonly ts: number;
  readonly took: number;
  readonly data: T | null;
  readonly error: ReplyError | null;
  readonly total?: number;
}
