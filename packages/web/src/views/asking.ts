import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../session/index.ts';

/** A template that is searched, and by what. */
export interface Asking {
  readonly api: Client;
  /** Keeps what is known of the fields of a template. */
  readonly client: QueryClient;
  readonly template: string;
}
