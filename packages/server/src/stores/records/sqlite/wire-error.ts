import { conflict, PlatformError } from '@datasarana/schema';
import type { Outcome, RawRecord, WireError } from './protocol.ts';

/** A refused write that shows the stored record to whoever asks (REC-38). */
export class StaleWrite extends Error {
  readonly kind: string;
  readonly record: RawRecord;

  constructor(message: string, kind: string, record: RawRecord) {
    super(message);
    this.kind = kind;
    this.record = record;
  }
}

export function toWire(error: unknown): WireError {
  const thrown = error instanceof Error ? error : new Error(String(error));
  return {
    message: thrown.message,
    stack: thrown.stack ?? '',
    detail: error instanceof PlatformError ? error.detail : null,
    current: error instanceof StaleWrite ? { kind: error.kind, record: error.record } : null,
  };
}

/** The error as the caller of the store sees it; `read` turns the conflicting record into what the caller would read. */
export function fromWire(wire: WireError, read: (kind: string, record: RawRecord) => unknown): Error {
  if (wire.current) return conflict(wire.message, read(wire.current.kind, wire.current.record));
  if (wire.detail) return new PlatformError(wire.message, wire.detail);
  const error = new Error(wire.message);
  error.stack = wire.stack;
  return error;
}

export function attempt<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error: toWire(error) };
  }
}
