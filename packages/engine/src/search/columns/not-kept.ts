/** DuckDB had not the memory to read a column that was to be kept, which is noted: the same question can be answered without, in another transaction. */
export class NotKept extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Whether DuckDB needed more than its memory and what it may spill. */
export const isOutOfMemory = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith('Out of Memory');
