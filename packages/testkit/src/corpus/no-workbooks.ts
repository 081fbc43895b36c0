import { one } from './book.ts';
import { refused, type UglyFile } from './ugly-file.ts';
import { zipOf } from './zip.ts';

/** What is called a workbook and is none, or no longer. */
export const NO_WORKBOOKS: readonly UglyFile[] = [
  refused(
    'nothing behind the mark.xls',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    /damaged or no workbook/,
  ),
  refused('cut.xlsx', one([['code'], ['A']]).subarray(0, 400), /damaged/),
  refused(
    'binary workbook.xlsb',
    zipOf([
      { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') },
      { name: 'xl/workbook.bin', bytes: Buffer.from('x') },
    ]),
    /XLSB/,
  ),
  refused(
    'open document of nothing.xlsx',
    zipOf([
      { name: 'mimetype', bytes: Buffer.from('application/vnd.oasis.opendocument.spreadsheet'), stored: true },
      { name: 'content.xml', bytes: Buffer.from('<office:document-content/>') },
    ]),
    /damaged|holds no|empty/,
  ),
  refused(
    'a letter of LibreOffice.ods',
    zipOf([
      { name: 'mimetype', bytes: Buffer.from('application/vnd.oasis.opendocument.text'), stored: true },
      { name: 'content.xml', bytes: Buffer.from('<office:document-content/>') },
    ]),
    /is an OpenDocument file that is no workbook .* Save its table/,
  ),
  refused(
    'a letter.xlsx',
    zipOf([
      { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') },
      { name: 'word/document.xml', bytes: Buffer.from('<w:document/>') },
    ]),
    /is a Word or PowerPoint document/,
  ),
  refused(
    'budget.numbers',
    zipOf([
      { name: 'Index/Document.iwa', bytes: Buffer.from([0, 1, 2]) },
      { name: 'Metadata/Properties.plist', bytes: Buffer.from('bplist00') },
    ]),
    /is a document of Numbers, Pages or Keynote\. Export its table/,
  ),
  refused('no workbook.xlsx', zipOf([{ name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') }]), /damaged/),
];
