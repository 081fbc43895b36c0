import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AuthorisationStatus, ReplyCode } from './codes.ts';

test('[ERR-01] [ERR-02] [ERR-03] [ERR-04] [ERR-05] [ERR-06] [ERR-07] the codes of a call', () => {
  const { Ok, Failed, Malformed, NotImplemented, NotFound, Exception, NoResponse } = ReplyCode;
  assert.deepEqual(
    [Ok, Failed, Malformed, NotImplemented, NotFound, Exception, NoResponse],
    [30, 31, 32, 33, 34, 35, 36],
  );
});

test('[ERR-08] [ERR-09] [ERR-10] [ERR-11] [ERR-12] the codes of authentication', () => {
  const { AuthOk, AuthBad, AuthPassword, AuthSigned, AuthNotSigned } = ReplyCode;
  assert.deepEqual([AuthOk, AuthBad, AuthPassword, AuthSigned, AuthNotSigned], [10, 11, 12, 13, 14]);
});

test('[ERR-13] [ERR-14] [ERR-15] the codes of console frames', () => {
  assert.deepEqual([ReplyCode.StatusData, ReplyCode.StatusOk, ReplyCode.StatusError], [20, 21, 22]);
});

test('[ERR-16] [ERR-17] [ERR-18] the codes of registration', () => {
  assert.deepEqual([ReplyCode.PhoneExist, ReplyCode.EmailExist, ReplyCode.OrganisationExist], [40, 41, 42]);
});

test('[ERR-19] [ERR-20] [ERR-21] [ERR-22] [ERR-23] the codes that clients make themselves', () => {
  const { ClientNoResponse, ClientNoJwt, ClientCannotParse, ClientNoEndpoint, ClientUnreachable } = ReplyCode;
  const made = [ClientNoResponse, ClientNoJwt, ClientCannotParse, ClientNoEndpoint, ClientUnreachable];
  assert.deepEqual(made, [50, 1000, 10_001, 1, -1]);
});

test('[ERR-32] [ROL-07] the authorisation status counts for itself: both have a 1, no code has two names', () => {
  assert.deepEqual(AuthorisationStatus, { Allowed: 0, Denied: 1, Update: 2, Blocked: 3, Disabled: 4 });
  assert.equal(Number(AuthorisationStatus.Denied), Number(ReplyCode.ClientNoEndpoint));
  const codes = Object.values(ReplyCode);
  assert.equal(new Set(codes).size, codes.length);
});
