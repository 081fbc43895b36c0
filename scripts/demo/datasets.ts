import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Codes of the value types the demo uses (TPL-02). */
const T = { integer: 2, double: 6, text: 7, keyword: 8, date: 9, point: 30 } as const;

interface Field {
  readonly name: string;
  readonly value_type: number;
  readonly display_name?: string;
  readonly is_key?: boolean;
  readonly mandatory?: boolean;
  readonly unit?: string;
}

export interface Dataset {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
  /** Source column → field, where the name is not enough. */
  readonly columns?: Readonly<Record<string, string>>;
  /** What its rows are called in lists. */
  readonly file: string;
  readonly csv: () => Promise<string>;
}

const folder = path.resolve(import.meta.dirname, '../../node_modules/vega-datasets/data');
const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');

const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const csvOf = (header: readonly string[], rows: Iterable<readonly unknown[]>): string =>
  [header, ...rows].map((row) => row.map(cell).join(',')).join('\n');

interface Quake {
  readonly id: string;
  readonly properties: {
    readonly mag: number | null;
    readonly place: string;
    readonly time: number;
    readonly magType: string;
    readonly type: string;
  };
  readonly geometry: { readonly coordinates: readonly [number, number, number] };
}

async function earthquakes(): Promise<string> {
  const { features } = JSON.parse(await read('earthquakes.json')) as { readonly features: readonly Quake[] };
  const rows = features.map(
    ({
      id,
      properties: p,
      geometry: {
        coordinates: [lon, lat, depth],
      },
    }) => [id, new Date(p.time).toISOString(), p.mag, depth, p.magType, p.type, p.place, `${lat}, ${lon}`],
  );
  return csvOf(['id', 'time', 'magnitude', 'depth', 'scale', 'type', 'place', 'position'], rows);
}

async function airports(): Promise<string> {
  const [, ...lines] = (await read('airports.csv')).trim().split(/\r?\n/);
  const rows = lines.map((line) => {
    const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((c) => c.replace(/,$/, '').replace(/^"|"$/g, '')) ?? [];
    const [iata, name, city, state, country, lat, lon] = cells;
    return [iata, name, city, state, country, `${lat}, ${lon}`];
  });
  return csvOf(['iata', 'name', 'city', 'state', 'country', 'position'], rows);
}

async function flights(): Promise<string> {
  const all = JSON.parse(await read('flights-200k.json')) as readonly {
    readonly delay: number;
    readonly distance: number;
    readonly time: number;
  }[];
  const rows = all.map(({ delay, distance, time }, i) => [i + 1, delay, distance, Math.round(time * 100) / 100]);
  return csvOf(['flight', 'delay', 'distance', 'hour'], rows);
}

/** The demo's real data: 200,000 flights, airports, earthquakes and, last since Discover opens on the latest, wildlife strikes. */
export const DATASETS: readonly Dataset[] = [
  {
    name: 'flights',
    description: '200,000 flights: delay, distance, hour of the day',
    fields: [
      { name: 'flight', value_type: T.integer, is_key: true, mandatory: true },
      { name: 'delay', value_type: T.integer, unit: 'min' },
      { name: 'distance', value_type: T.integer, unit: 'mi' },
      { name: 'hour', value_type: T.double },
    ],
    file: 'flights.csv',
    csv: flights,
  },
  {
    name: 'airports',
    description: 'Airports of the United States',
    fields: [
      { name: 'iata', value_type: T.keyword, is_key: true, mandatory: true },
      { name: 'name', value_type: T.text },
      { name: 'city', value_type: T.keyword },
      { name: 'state', value_type: T.keyword },
      { name: 'country', value_type: T.keyword },
      { name: 'position', value_type: T.point },
    ],
    file: 'airports.csv',
    csv: airports,
  },
  {
    name: 'earthquakes',
    description: 'Earthquakes of one week, USGS feed',
    fields: [
      { name: 'id', value_type: T.keyword, is_key: true, mandatory: true },
      { name: 'time', value_type: T.date },
      { name: 'magnitude', value_type: T.double },
      { name: 'depth', value_type: T.double, unit: 'km' },
      { name: 'scale', value_type: T.keyword },
      { name: 'type', value_type: T.keyword },
      { name: 'place', value_type: T.text },
      { name: 'position', value_type: T.point },
    ],
    file: 'earthquakes.csv',
    csv: earthquakes,
  },
  {
    name: 'birdstrikes',
    description: 'Wildlife strikes reported to the FAA, 1990 to 2002',
    fields: [
      { name: 'airport_name', value_type: T.keyword, display_name: 'Airport name', mandatory: true },
      { name: 'aircraft_model', value_type: T.keyword, display_name: 'Aircraft make and model' },
      { name: 'damage', value_type: T.keyword, display_name: 'Amount of damage' },
      { name: 'flight_date', value_type: T.date, display_name: 'Flight date', mandatory: true },
      { name: 'operator', value_type: T.keyword, display_name: 'Airline or operator' },
      { name: 'origin_state', value_type: T.keyword, display_name: 'Origin state' },
      { name: 'phase_of_flight', value_type: T.keyword, display_name: 'Phase of flight' },
      { name: 'wildlife_size', value_type: T.keyword, display_name: 'Wildlife size' },
      { name: 'wildlife_species', value_type: T.text, display_name: 'Wildlife species' },
      { name: 'time_of_day', value_type: T.keyword, display_name: 'Time of day' },
      { name: 'cost_other', value_type: T.integer, display_name: 'Other cost', unit: '$' },
      { name: 'cost_repair', value_type: T.integer, display_name: 'Repair cost', unit: '$' },
      { name: 'cost_total', value_type: T.integer, display_name: 'Total cost', unit: '$' },
      { name: 'speed_ias', value_type: T.integer, display_name: 'Speed, indicated', unit: 'kn' },
    ],
    columns: {
      'Airport Name': 'airport_name',
      'Aircraft Make Model': 'aircraft_model',
      'Effect Amount of damage': 'damage',
      'Flight Date': 'flight_date',
      'Aircraft Airline Operator': 'operator',
      'Origin State': 'origin_state',
      'Phase of flight': 'phase_of_flight',
      'Wildlife Size': 'wildlife_size',
      'Wildlife Species': 'wildlife_species',
      'Time of day': 'time_of_day',
      'Cost Other': 'cost_other',
      'Cost Repair': 'cost_repair',
      'Cost Total $': 'cost_total',
      'Speed IAS in knots': 'speed_ias',
    },
    file: 'birdstrikes.csv',
    csv: () => read('birdstrikes.csv'),
  },
];
