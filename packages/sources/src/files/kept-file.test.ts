import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mediaTypeOf } from './media-type.ts';
import { extensionOf, safeName } from './safe-name.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('[SRC-37] the media type is told by the bytes, whatever the name says', () => {
  const cases: readonly (readonly [Uint8Array, string])[] = [
    [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'image/png'],
    [Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'image/jpeg'],
    [bytes('GIF89a'), 'image/gif'],
    [bytes('RIFF....WEBPVP8 '), 'image/webp'],
    [bytes('RIFF....WAVEfmt '), 'audio/wav'],
    [bytes('%PDF-1.7\n'), 'application/pdf'],
    [
      bytes('PK\u0003\u0004....[Content_Types].xml....word/document.xml'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [bytes('PK\u0003\u0004....any.bin'), 'application/zip'],
    [bytes('<!DOCTYPE html><script>alert(1)</script>'), 'text/html'],
    [bytes('  <script>alert(1)</script>'), 'text/html'],
    [bytes('<?xml version="1.0"?><svg onload="alert(1)" xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
    [bytes('<?xml version="1.0"?><rows/>'), 'application/xml'],
    [bytes('{"a": 1}'), 'application/json'],
    [bytes('code,num1\nä,1\n'), 'text/plain'],
    [Uint8Array.of(0, 1, 2, 3, 250), 'application/octet-stream'],
    [Uint8Array.of(), 'application/x-empty'],
  ];
  for (const [head, type] of cases) assert.equal(mediaTypeOf(head), type);
});

test('[SRC-37] [SEC-04] a name is no path, no device, hides nothing and is not too long', () => {
  assert.equal(safeName('Bericht März.pdf'), 'Bericht März.pdf');
  assert.equal(safeName('../../etc/passwd'), 'passwd');
  assert.equal(safeName('C:\\temp\\a.txt'), 'a.txt');
  assert.equal(safeName('..'), 'file');
  assert.equal(safeName('.htaccess'), 'htaccess');
  assert.equal(safeName('photo\u202egpj.exe'), 'photogpj.exe');
  assert.equal(safeName('a\r\nset-cookie: x\u0000.txt'), 'aset-cookie_ x.txt');
  assert.equal(safeName('"><img src=x onerror=alert(1)>.png'), '___img src=x onerror=alert(1)_.png');
  assert.equal(safeName('NUL.txt'), '_NUL.txt');
  assert.equal(safeName('\ud800.txt'), '_.txt');
  assert.equal(safeName(`${'ä'.repeat(300)}.pdf`), `${'ä'.repeat(98)}.pdf`);
  assert.deepEqual(['a.TAR.GZ', 'README', '.env', 'x.'].map(extensionOf), ['gz', '', '', '']);
});
