import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SheetRows } from './sheet-rows.ts';
import { XmlScanner } from './xml.ts';

function heard(pieces: Iterable<string>): readonly string[] {
  const events: string[] = [];
  let text = '';
  const say = (event: string): void => {
    if (text !== '') events.push(text);
    text = '';
    events.push(event);
  };
  const scanner = new XmlScanner({
    open: (name, attributes, empty) => say(`<${name}${attributes}${empty ? '/' : ''}>`),
    close: (name) => say(`</${name}>`),
    text: (more) => {
      text += more;
    },
  });
  for (const piece of pieces) scanner.push(piece);
  return events;
}

function* piecesOf(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

const DOCUMENT =
  '<?xml version="1.0"?><!DOCTYPE a><!-- > -- <b> --><x:a k="1"> t&amp;u <b/><![CDATA[<c> & ]] > ]]>d</x:a><!-->\n<e>f</e >';

test('[TPL-34] tags, texts, comments and sections of XML are the same wherever the document was cut', () => {
  const whole = heard([DOCUMENT]);
  assert.deepEqual(whole, [
    ...['<a k="1">', ' t&amp;u ', '<b/>', '</b>', '<c> &amp; ]] > d', '</a>', '\n', '<e>', 'f', '</e>'],
  ]);
  for (let size = 1; size < DOCUMENT.length; size++)
    assert.deepEqual(heard(piecesOf(DOCUMENT, size)), whole, `${size}`);
});

test('[TPL-34] a text, a comment and a section of 32 MB that come in small pieces are put together once', () => {
  const long = 'x>'.repeat(16 * 1024 * 1024);
  const document = `<a>${long}<!--${long}--><![CDATA[${long}]]></a>`;
  const lengths = heard(piecesOf(document, 16 * 1024)).map((event) => event.length);
  assert.deepEqual(lengths, [3, 2 * long.length, 4]);
});

test('[LIM-11] [SEC-07] a text, a tag or a cell in pieces beyond 64 MB is refused before it fills the memory', () => {
  const quiet = { open: () => {}, close: () => {}, text: () => {} };
  const piece = 'A'.repeat(1024 ** 2);
  for (const begin of ['<v>', '<row x="', '<!--']) {
    const scanner = new XmlScanner(quiet);
    scanner.push(begin);
    for (let i = 0; i < 64; i++) scanner.push(piece.slice(begin.length));
    assert.throws(() => scanner.push(piece), /a text of more than 64 MB in one cell/, begin);
  }
  const rows = new XmlScanner(new SheetRows({ strings: [], styles: [], is1904: false }));
  rows.push('<row r="1"><c r="A1" t="str"><v>');
  assert.throws(() => {
    for (let i = 0; i < 70; i++) rows.push(`<![CDATA[${piece}]]>`);
  }, /a text of more than 64 MB in one cell/);
});
