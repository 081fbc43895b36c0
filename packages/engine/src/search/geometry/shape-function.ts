import { type GeoArea, readShape, type ShapeRelation } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { BOOLEAN, type DuckDBConnection, DuckDBScalarFunction, INTEGER, VARCHAR } from '@duckdb/node-api';
import { extent } from '../extent.ts';
import { type Bounds, type Part, partsOf } from './parts.ts';
import { relates } from './relate.ts';
import { roughBounds } from './rough-bounds.ts';

/** SQL function `shape_relates(stored shape, number of what is asked)`; shapes are texts of JSON, a list of them is one shape. */
export const SHAPE_FUNCTION = 'shape_relates';

interface Asked {
  readonly parts: readonly Part[];
  readonly bounds: Bounds;
  readonly relation: ShapeRelation;
}

/** More than searches that can run at once. */
const KEPT = 4096;
const numbers = new Map<string, number>();
const asked = new Map<number, Asked>();
let last = 0;

/** Notes what shapes are to be compared with. @returns the number the SQL function knows it by */
export function askShape(areas: readonly GeoArea[], relation: ShapeRelation): number {
  const key = `${relation} ${JSON.stringify(areas)}`;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const [oldest] = numbers;
  if (oldest !== undefined && numbers.size >= KEPT) {
    numbers.delete(oldest[0]);
    asked.delete(oldest[1]);
  }
  const number = ++last;
  const parts = partsOf(areas);
  numbers.set(key, number);
  asked.set(number, { parts, bounds: allBounds(parts), relation });
  return number;
}

function allBounds(parts: readonly Part[]): Bounds {
  const [west, east] = extent(parts.flatMap(({ bounds }) => [bounds.west, bounds.east]));
  const [south, north] = extent(parts.flatMap(({ bounds }) => [bounds.south, bounds.north]));
  return { west, east, south, north };
}

function storedRelates(text: string, { parts, bounds, relation }: Asked): boolean {
  const value: unknown = JSON.parse(text);
  const rough = roughBounds(value);
  const isApart =
    rough !== null &&
    (rough.east < bounds.west || rough.west > bounds.east || rough.south > bounds.north || rough.north < bounds.south);
  if (isApart) return relation === 'disjoint';
  const shapes: readonly unknown[] = Array.isArray(value) ? value : [value];
  return relates(partsOf(shapes.flatMap(storedAreas)), parts, relation);
}

/** What was stored before shapes were checked may be none. */
function storedAreas(shape: unknown): readonly GeoArea[] {
  try {
    return readShape(shape, 'shape');
  } catch (error) {
    if (error instanceof PlatformError) return [];
    throw error;
  }
}

/** Makes the function known to all connections of a database. */
export function registerShapeFunction(connection: DuckDBConnection): void {
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name: SHAPE_FUNCTION,
      returnType: BOOLEAN,
      parameterTypes: [VARCHAR, INTEGER],
      mainFunction: (_info, input, output) => {
        const wanted = asked.get(Number(input.getColumnVector(1).getItem(0)));
        if (wanted === undefined) throw new Error('The shape asked for is no longer known; ask again');
        const shapes = input.getColumnVector(0);
        for (let row = 0; row < input.rowCount; row++) {
          const shape = shapes.getItem(row);
          output.setItem(row, typeof shape === 'string' && storedRelates(shape, wanted));
        }
        output.flush();
      },
    }),
  );
}
