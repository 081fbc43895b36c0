/** Readers of workbooks, JSON, features and Parquet: loaded when a file of one of them is dropped. */
export { previewFile } from '@datasarana/sources';
