/** What an index held at one moment, as far as its counters tell. Both `nextDoc` and `deleted` only grow. */
export interface IndexVersion {
  /** Numbers of documents are below. */
  readonly nextDoc: number;
  /** Documents replaced or removed so far. */
  readonly deleted: number;
  readonly documents: number;
  /** Differs between any two states of the tenant's indexes. */
  readonly key: string;
}
