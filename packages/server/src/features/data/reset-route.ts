import { malformed } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { route } from '../../http/route.ts';
import type { PartitionStats, Positions } from '../../stores/stream/port.ts';
import { Position } from '../records/search-body.ts';
import { replayable } from '../templates/no-topic.ts';
import type { Templates } from '../templates/templates.ts';
import type { BatchStores } from './batch-applier.ts';
import type { Batches } from './batches.ts';

const ResetBody = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    partitions: Type.Array(
      Type.Object(
        { partition: Position, last_offset: Type.Integer({ description: 'offset the consumer goes on from' }) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 64 },
    ),
  },
  { additionalProperties: false },
);
const ResetReply = Type.Object(
  {
    id: Type.String(),
    partitions: Type.Array(Type.Object({ partition: Position, last_offset: Position })),
    batches: Type.Integer({ minimum: 0, description: 'taken up again; those the index holds already are left alone' }),
  },
  { additionalProperties: false },
);

/** Where each partition is asked to go on. @throws PlatformError 32 for a place that is not kept */
function positionsOf(wanted: Static<typeof ResetBody>['partitions'], kept: readonly PartitionStats[]): Positions {
  const positions = new Map<number, number>();
  for (const { partition, last_offset } of wanted) {
    const found = kept.find((one) => one.partition === partition);
    if (!found) throw malformed(`Partition ${partition} is not one of ${kept.length}, counted from 0.`);
    if (positions.has(partition)) throw malformed(`Partition ${partition} is named twice.`);
    const end = found.last_offset + 1;
    if (last_offset < found.first_offset || last_offset > end)
      throw malformed(
        `Offset ${last_offset} of partition ${partition} is outside what is kept: ${found.first_offset} to ${end}.`,
        'GET /api/schema/data/template/stats with metric=kafka-stats says what is kept.',
      );
    positions.set(partition, last_offset);
  }
  return positions;
}

/** POST `/schema/data/template/stream/reset` (API-75, STR-08). */
export function registerStreamReset(
  app: FastifyInstance,
  batches: Batches,
  templates: Templates,
  { stream, search }: BatchStores,
): void {
  route(app, 'template.stream.reset', {
    schema: { body: ResetBody, reply: ResetReply },
    handler: async ({ scope, reach, body: { id, partitions } }) => {
      await templates.deployed({ scope, reach }, id);
      replayable(await stream.topic(scope, id));
      const stats = await stream.stats(scope, id, await search.position(scope, id));
      const positions = positionsOf(partitions, stats.partitions);
      return { id, partitions, batches: await batches.replay(scope, id, positions) };
    },
  });
}
