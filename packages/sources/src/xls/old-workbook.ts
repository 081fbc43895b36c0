import type { ByteSource } from '../files/byte-source.ts';
import { FileRefused } from '../refusal.ts';

/** Old workbooks and those of OpenDocument are held whole while they are read. */
const XLS_LIMIT = 32 * 1024 * 1024;

export const largeXls = (): FileRefused =>
  new FileRefused('large', 'The workbook (XLS or ODS) is larger than 32 MB. Save it as XLSX or CSV and send that.');

/** @throws FileRefused */
export const refuseLargeXls = (size: number): void => {
  if (size > XLS_LIMIT) throw largeXls();
};

/** Whether a file is a workbook that the library reads, of Excel before 2007 or of OpenDocument; others are web pages, or XML of Excel 2003. */
export async function isOldWorkbook(source: ByteSource): Promise<boolean> {
  const [first, second] = await source.read(0, Math.min(2, source.size));
  return (first === 0xd0 && second === 0xcf) || (first === 0x50 && second === 0x4b);
}
