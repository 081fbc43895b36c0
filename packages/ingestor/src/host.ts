import { availableParallelism, freemem, loadavg, totalmem } from 'node:os';

/** The service and the machine it runs on. */
export interface HostFacts {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly service_ip: string;
  /** Load of one minute per processor. */
  readonly load: number;
  /** Share of the machine's memory in use. */
  readonly memory: number;
  /** Bytes this service holds. */
  readonly rss: number;
}

export const VERSION = '0.1.0';

export const factsOf = (id: string, name: string, address: string): HostFacts => ({
  id,
  name,
  version: VERSION,
  service_ip: address,
  load: (loadavg()[0] ?? 0) / availableParallelism(),
  memory: 1 - freemem() / totalmem(),
  rss: process.memoryUsage.rss(),
});
