import type { Outbound } from '../../outbound/outbound.ts';
import type { Templates } from '../templates/templates.ts';
import type { Sources } from './sources.ts';

/** What the calls of sources share. */
export interface SourceServices {
  readonly sources: Sources;
  readonly outbound: Outbound;
  readonly templates: Templates;
  /** Folder for files on their way. */
  readonly folder: string;
}
