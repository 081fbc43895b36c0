import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { archiveContract } from './contract.ts';
import { EmbeddedArchive } from './embedded.ts';

const root = mkdtempSync(join(tmpdir(), 'archive-'));
after(() => rm(root, { recursive: true, force: true }));

archiveContract(
  'embedded',
  async () => new EmbeddedArchive(root),
  (tenant, topic, object) => writeFile(join(root, tenant, topic, object), 'bad'),
);
