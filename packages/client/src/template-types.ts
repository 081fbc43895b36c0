/** One object of the archive of a template. */
export interface ArchiveObject {
  readonly name: string;
  /** Records as they were written. */
  readonly states: number;
  readonly removals: number;
  readonly bytes: number;
  /** Epoch ms. */
  readonly ts: number;
}

/** The archive of a template (TPL-17, TPL-36). */
export interface TemplateArchive {
  readonly objects: number;
  readonly states: number;
  readonly removals: number;
  readonly bytes: number;
  /** States and removals that are in no object yet. */
  readonly pending: number;
  /** Newest first. */
  readonly latest: readonly ArchiveObject[];
}

/** Size and health of a template in an overview of many. */
export interface TemplateOverview {
  readonly id: string;
  readonly documents: number;
  readonly bytes: number;
  readonly status: 'green' | 'yellow' | 'red';
  /** In plain words, with what to do. */
  readonly reason: string;
}
