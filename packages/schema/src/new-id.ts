import { ulid } from 'ulid';

/** Id of a new record (REC-36): a ULID, which sorts by the time it was made. */
export const newId = (): string => ulid();
