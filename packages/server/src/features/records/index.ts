import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
export async function recordsFeature(_app: FastifyInstance, _services: Services): Promise<void> {}
