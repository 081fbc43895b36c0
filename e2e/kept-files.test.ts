import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { assertPicture } from './browser.ts';
import { onPhone } from './look.ts';
import { openPage } from './stage.ts';

const { here, page } = await openPage({ expected: /401|404|422|ERR_|net::|WebSocket/ });

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Buffer): number => {
  let c = 0xffffffff;
  for (const byte of bytes) c = (CRC[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
/** A picture of 120 × 80 points, blue over orange. */
function png(): Buffer {
  const [width, height] = [120, 80];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.from(y < 40 ? [30, 90, 200] : [240, 140, 20]))]),
  );
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function load(name: string): Promise<void> {
  await page.getByText('6 of 6 columns go in').waitFor();
  // what the pointer happens to rest on tells its whole name
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  await assertPicture(page, `kept-file-columns-${name}`);
  await page.getByRole('button', { name: /dry run$/i }).click();
  await page.getByRole('button', { name: 'Load 1 row' }).click();
  await page.getByRole('button', { name: 'Search the rows' }).waitFor();
}

/** Opens a row that was loaded among the search results: the last step of its import shows it too. */
async function openRow(name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Search the rows' }).click();
  await page.getByRole('heading', { name: 'Discover' }).waitFor();
  await page.getByRole('row', { name }).first().click();
}

test('[SRC-37] a file nobody can read as rows is offered to be kept, with its metadata as the record', async () => {
  await page.goto('/toolkit/curation/import');
  await page.getByTestId('file').setInputFiles({
    name: 'plan.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj', 'latin1'),
  });
  await page.getByText('The file could not be read: plan.pdf').waitFor();
  await assertPicture(page, 'kept-file-offered');
  await onPhone(page, 'kept-file-offered');
  await page.getByRole('button', { name: 'Keep it as a file' }).click();
  await page.getByRole('textbox', { name: 'Name of the new template' }).fill('Documents');
  await page.getByText('application/pdf').first().waitFor();
  await onPhone(page, 'kept-file-columns');
  await load('pdf');
});

test('[SRC-37] a picture is kept, found again by its columns, shown small and saved as it was', async () => {
  await page.getByRole('button', { name: 'Import another file' }).click();
  await page.getByText('Keep it as a file').click();
  await page.getByText('Any file up to 1 GB').waitFor();
  await assertPicture(page, 'kept-file-drop');
  await onPhone(page, 'kept-file-drop');
  const picture = png();
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'flag.bin', mimeType: 'application/octet-stream', buffer: picture });
  await page.getByText('its fields, formats and functions are taken over').waitFor();
  await load('png');
  await openRow(/flag\.bin/);
  const files = page.getByRole('list', { name: 'Files' });
  await files.getByRole('img', { name: 'flag.bin' }).waitFor();
  const wide = await files
    .locator('img')
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
  assert.equal(wide, 120);
  await assertPicture(page, 'kept-file-record');
  await onPhone(page, 'kept-file-record');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('button', { name: 'Download' }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), 'flag.bin');
  assert.deepEqual(await readFile(await saved.path()), picture);
});

test('[SRC-37] [SEC-03] a page or a drawing that holds a script is never shown, only saved', async () => {
  await page.goto('/toolkit/curation/import');
  await page.getByText('Keep it as a file').click();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "run"</script></svg>';
  await page
    .getByTestId('file')
    .setInputFiles({ name: 'drawing.png', mimeType: 'image/png', buffer: Buffer.from(svg) });
  await page.getByText('its fields, formats and functions are taken over').waitFor();
  await load('svg');
  await openRow(/drawing\.png/);
  const files = page.getByRole('list', { name: 'Files' });
  await files.getByText('image/svg+xml').waitFor();
  assert.equal(await files.locator('img').count(), 0);
  assert.notEqual(await page.title(), 'run');
  assert.deepEqual(here.problems, []);
});
