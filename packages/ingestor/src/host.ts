import { availableParallelism, freemem, loadavg, totalmem } from 'node:os';
import type { IngestorHost } from '@datasarana/schema';

export const VERSION = '0.1.0';

/** The service and the machine it runs on, as they are now. */
export const factsOf = (id: string, name: string, address: string): IngestorHost => ({
  id,
  name,
  version: VERSION,
  service_ip: address,
  load: (loadavg()[0] ?? 0) / availableParallelism(),
  memory: 1 - freemem() / totalmem(),
  rss: process.memoryUsage.rss(),
});
