import { ReplyCode } from '@datasarana/schema';

const BY_CODE: Readonly<Record<number, number>> = {
  [ReplyCode.Ok]: 200,
  [ReplyCode.AuthOk]: 200,
  [ReplyCode.AuthSigned]: 200,
  [ReplyCode.NotFound]: 200,
  [ReplyCode.Malformed]: 400,
  [ReplyCode.Failed]: 422,
  [ReplyCode.AuthBad]: 401,
  [ReplyCode.AuthPassword]: 401,
  [ReplyCode.AuthNotSigned]: 401,
  [ReplyCode.NotImplemented]: 501,
  [ReplyCode.Exception]: 500,
  [ReplyCode.NoResponse]: 504,
  [ReplyCode.PhoneExist]: 409,
  [ReplyCode.EmailExist]: 409,
  [ReplyCode.OrganisationExist]: 409,
  [ReplyCode.TaskExists]: 409,
  [ReplyCode.ConfigurationMissing]: 404,
  [ReplyCode.FileRead]: 422,
};

/** HTTP status of a reply code when the answer does not name one itself (API-06). */
export function statusOfCode(code: number): number {
  const status = BY_CODE[code];
  if (status === undefined)
    throw new Error(`Reply code ${code} has no HTTP status: no server reply carries it (ERR-30)`);
  return status;
}
