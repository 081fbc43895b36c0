import { asBody, type Names } from './names.ts';

type Body = Readonly<Record<string, unknown>>;

/** Documents that each tell their time, appended to a row of hidden indexes that are read as one. */
export interface DataStream {
  readonly name: string;
  /** The field every document tells its time in. */
  readonly timestampField: string;
  /** Its indexes; the last one is written to. */
  readonly indices: readonly string[];
  /** How many indexes it has had. */
  readonly generation: number;
}

const readStream = (name: string, { timestamp_field: field, indices, generation }: Body): DataStream => ({
  name,
  timestampField: String(field),
  indices: [indices ?? []].flat().map(String),
  generation: Number(generation),
});

/** A data stream as it is kept by its name. */
export const keptStream = ({ timestampField, indices, generation }: DataStream): Body => ({
  timestamp_field: timestampField,
  indices,
  generation,
});

/** The data streams of a tenant by name. */
export const streamsOf = (names: Names): readonly DataStream[] =>
  [...names.all('data_stream')]
    .map(([name, body]) => readStream(name, body))
    .sort((one, other) => (one.name < other.name ? -1 : 1));

export function streamNamed(names: Names, name: string): DataStream | null {
  const body = names.get('data_stream', name);
  return body === null ? null : readStream(name, body);
}

/** The data stream of each index that is one of a stream's. */
export const streamByIndex = (names: Names): ReadonlyMap<string, DataStream> =>
  new Map(streamsOf(names).flatMap((stream) => stream.indices.map((index) => [index, stream] as const)));

/** The index of a generation. */
export const backingName = (stream: string, generation: number): string =>
  `.ds-${stream}-${String(generation).padStart(6, '0')}`;

/** The stream with one more index, to which it is written from then on. */
export function rolledStream(stream: DataStream): DataStream {
  const generation = stream.generation + 1;
  return { ...stream, generation, indices: [...stream.indices, backingName(stream.name, generation)] };
}

/** The field an index template's `data_stream` says documents tell their time in. */
export function timestampFieldOf({ data_stream: given }: Body): string {
  const { name = '@timestamp' } = asBody(asBody(given).timestamp_field);
  return String(name);
}
