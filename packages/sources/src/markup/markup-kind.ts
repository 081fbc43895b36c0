/** What text with tags is: a web page, a workbook of Excel 2003 in XML, places as GPX or KML, any other XML, or a web page packed for mail. */
export type MarkupKind = 'html' | 'workbook' | 'places' | 'xml' | 'archive';

const PROLOG = /^(?:\s*(?:<\?[^>]*>|<!--[\s\S]*?-->))*\s*/;
const HTML =
  /^<(?:!doctype\s+html|(?:html|head|body|title|meta|style|script|link|table|tbody|thead|tr|div|center|font|form|span|p|br|h[1-6])[\s>/])/i;
const XML_WORKBOOK = /^<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/;

const PLACES = /^<(?:\w+:)?(?:gpx|kml)[\s>]/;

const DRAWING = /^(?:<!doctype\s+svg|<svg[\s>])/i;

/** Tells text with tags by its beginning; null for other text. */
export function markupKind(text: string): MarkupKind | null {
  if (/^MIME-Version:\s*1\.0/i.test(text)) return 'archive';
  if (!text.startsWith('<')) return null;
  const root = text.slice(PROLOG.exec(text)?.[0].length ?? 0);
  if (HTML.test(root)) return 'html';
  if (XML_WORKBOOK.test(root)) return 'workbook';
  if (PLACES.test(root)) return 'places';
  return text.startsWith('<?xml') || DRAWING.test(root) ? 'xml' : null;
}
