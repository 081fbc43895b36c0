import type { KeptField, Ledger } from '@datasarana/engine';
import type { ShortRows } from '@datasarana/sources/node';
import type { Scope } from '../../access/scope.ts';
import type { DeployedTemplate } from '../templates/templates.ts';
import type { BatchPart } from './batch-parts.ts';
import type { BatchDoc } from './batch-record.ts';
import type { SystemRow } from './intake.ts';
import type { ReadAs } from './read-as.ts';

/** One import: whose, into what, read how. */
export interface ImportRequest {
  readonly scope: Scope;
  readonly template: DeployedTemplate;
  readonly as: ReadAs;
  readonly system: SystemRow;
  readonly userName: string;
  /** Refuses when one of these fields may not be written by the caller (ROL-19). */
  readonly guard: (paths: Iterable<string>) => void;
  /** What the rows leave as it is stored. */
  readonly keeps: readonly KeptField[];
  /** Dotted paths of what the caller may not see. */
  readonly hidden: readonly string[];
  /** Bytes of the body, when that was said. */
  readonly size?: number;
  /** What the rows were made from, where that is not the body itself. */
  readonly origin?: Pick<BatchDoc, 'source' | 'bytes'> & { readonly sha256: string };
  /** The files its rows came from, when they are several. */
  readonly parts?: readonly BatchPart[];
  /** Request id of the batch whose rows come before these; they are stored behind it, or not at all. */
  readonly after?: string;
  /** Told as soon as the batch can be watched and cancelled. */
  readonly began?: (batch: string, signal: AbortSignal) => void;
  /** Refuses, before the batch becomes durable, what its sender lost the right to while the body came in. */
  readonly confirm?: () => Promise<void>;
}

/** A batch that is durable: its ledger stands, or will. */
export interface Accepted {
  readonly batch: string;
  /** Who sent it. */
  readonly user: string;
  /** When it began, epoch ms. */
  readonly ts: number;
  readonly ledger: Promise<Ledger>;
  /** Of the body as it was sent; null or missing where that is not known. */
  readonly sha256?: string | null | undefined;
  /** Whether it came before under the same request id; nothing of this body is stored then. */
  readonly repeated?: boolean;
  readonly short?: ShortRows | undefined;
}
