/** The present index beside the new one, document by document. */
export interface RebuildComparison {
  readonly documents: number;
  readonly other_documents: number;
  /** Documents only the present index has. */
  readonly missing: number;
  /** Documents only the new index has. */
  readonly extra: number;
  readonly checksum: string;
  readonly other_checksum: string;
}

/** A rebuild of an index that runs, or how the last one of a template ended (TPL-36). */
export interface Rebuild {
  /** Id of the template. */
  readonly id: string;
  readonly from: 'topic' | 'archive';
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly phase: 'read' | 'compare' | 'swap';
  /** Epoch ms of its start. */
  readonly ts: number;
  /** ms. */
  readonly took: number;
  /** Batches of the topic, or objects of the archive, that were read, and how many there are. */
  readonly done: number;
  readonly total: number;
  /** Documents the new index has. */
  readonly documents: number;
  /** Null while it is not compared, or when there is no present index. */
  readonly comparison: RebuildComparison | null;
  readonly swapped: boolean;
  /** Why it failed. */
  readonly reason: string | null;
}
