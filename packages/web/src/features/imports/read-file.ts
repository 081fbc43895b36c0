import { type FileChoice, type FilePreview, previewFile, type XlsReader } from '@datasarana/sources';

/** The reader of old workbooks is large: it is loaded when one is dropped. */
const readXls: XlsReader = async (source, choice) => (await import('@datasarana/sources/xls')).readXls(source, choice);

/** Readers of workbooks, JSON, features and Parquet: loaded when a file of one of them is dropped. */
export const readFile = (file: File, choice: FileChoice): Promise<FilePreview> => previewFile(file, choice, readXls);
