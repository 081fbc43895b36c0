/** Names at the top of a document that say something about it: no field has one. */
export const METADATA_FIELDS: ReadonlySet<string> = new Set([
  '_id',
  '_index',
  '_source',
  '_seq_no',
  '_version',
  '_field_names',
  '_nested_path',
  '_routing',
  '_ignored',
  '_primary_term',
  '_doc_count',
]);
