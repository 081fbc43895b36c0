export { type Cipher, createCipher } from './cipher.ts';
export type * from './port.ts';
export { isSecretField, replaceSecrets, SECRET_MASK } from './secret-fields.ts';
export { openSqliteRecords, SqliteRecords, type SqliteRecordsOptions } from './sqlite/sqlite-records.ts';
export { WhileUnchanged } from './while-unchanged.ts';
