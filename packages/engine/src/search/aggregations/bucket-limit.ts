import { malformed, type PlatformError } from '@datasarana/schema';

/** Buckets of one path in one answer; OpenSearch refuses above 65,535. */
export const MAX_BUCKETS = 500_000;

export const tooManyBuckets = (): PlatformError =>
  malformed(
    `Trying to create too many buckets. Must be less than or equal to: [${MAX_BUCKETS}]`,
    'Choose a longer interval, a narrower range, a smaller size, or min_doc_count 1.',
  );
