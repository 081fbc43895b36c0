interface DemoView {
  readonly name: string;
  readonly dataset: string;
  readonly place: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly definition: Readonly<Record<string, unknown>>;
}

const COUNT = { id: 'count', function: 'count', field: null };
const terms = (id: string, field: string, size: number) => ({ id, function: 'terms', field, size });
const search = (text = '', filters: readonly unknown[] = []) => ({ text, filters });

/** Views of the demo with their places on its workspace. */
export const VIEWS: readonly DemoView[] = [
  {
    name: 'Strikes reported',
    dataset: 'birdstrikes',
    place: { x: 0, y: 0, w: 3, h: 2 },
    definition: {
      visual: 'Metric',
      search: search(),
      buckets: [],
      metrics: [{ ...COUNT, label: 'Strikes reported' }],
      options: {},
    },
  },
  {
    name: 'Strikes with damage',
    dataset: 'birdstrikes',
    place: { x: 3, y: 0, w: 3, h: 2 },
    definition: {
      visual: 'Metric',
      search: search('', [{ field: 'damage', operator: 'is not', value: 'None' }]),
      buckets: [],
      metrics: [{ ...COUNT, label: 'Strikes with damage' }],
      options: {},
    },
  },
  {
    name: 'Reported cost',
    dataset: 'birdstrikes',
    place: { x: 6, y: 0, w: 3, h: 2 },
    definition: {
      visual: 'Metric',
      search: search(),
      buckets: [],
      metrics: [{ id: 'cost', function: 'sum', field: 'cost_total', label: 'Reported cost', unit: '$' }],
      options: {},
    },
  },
  {
    name: 'Earthquakes this week',
    dataset: 'earthquakes',
    place: { x: 9, y: 0, w: 3, h: 2 },
    definition: {
      visual: 'Metric',
      search: search(),
      buckets: [],
      metrics: [{ ...COUNT, label: 'Earthquakes this week' }],
      options: {},
    },
  },
  {
    name: 'Damaging strikes by year',
    dataset: 'birdstrikes',
    place: { x: 0, y: 2, w: 8, h: 6 },
    definition: {
      visual: 'Vertical Bar',
      search: search('', [{ field: 'damage', operator: 'is not', value: 'None' }]),
      buckets: [
        { id: 'year', function: 'date_histogram', field: 'flight_date', calendar: 'year' },
        terms('damage', 'damage', 4),
      ],
      metrics: [COUNT],
      options: { stack: true },
    },
  },
  {
    name: 'Phase of flight',
    dataset: 'birdstrikes',
    place: { x: 8, y: 2, w: 4, h: 6 },
    definition: {
      visual: 'Horizontal Bar',
      search: search(),
      buckets: [terms('phase', 'phase_of_flight', 8)],
      metrics: [COUNT],
      options: {},
    },
  },
  {
    name: 'Earthquakes on the map',
    dataset: 'earthquakes',
    place: { x: 0, y: 8, w: 7, h: 7 },
    definition: { visual: 'Map', point: 'position', search: search(), buckets: [], metrics: [COUNT], options: {} },
  },
  {
    name: 'Strikes by wildlife size',
    dataset: 'birdstrikes',
    place: { x: 7, y: 8, w: 5, h: 7 },
    definition: {
      visual: 'Area',
      search: search(),
      buckets: [
        { id: 'quarter', function: 'date_histogram', field: 'flight_date', calendar: 'quarter' },
        terms('size', 'wildlife_size', 3),
      ],
      metrics: [COUNT],
      options: {},
    },
  },
  {
    name: 'Operators by cost',
    dataset: 'birdstrikes',
    place: { x: 0, y: 15, w: 6, h: 6 },
    definition: {
      visual: 'Table',
      search: search(),
      buckets: [{ ...terms('operator', 'operator', 10), orderBy: 'cost' }],
      metrics: [
        { ...COUNT, label: 'Strikes' },
        { id: 'cost', function: 'sum', field: 'cost_total', label: 'Cost, $' },
      ],
      options: {},
    },
  },
  {
    name: 'Time of day',
    dataset: 'birdstrikes',
    place: { x: 6, y: 15, w: 3, h: 6 },
    definition: {
      visual: 'Doughnut',
      search: search(),
      buckets: [terms('time', 'time_of_day', 4)],
      metrics: [COUNT],
      options: { legend: 'none' },
    },
  },
  {
    name: 'Mean delay by distance',
    dataset: 'flights',
    place: { x: 9, y: 15, w: 3, h: 6 },
    definition: {
      visual: 'Line',
      search: search(),
      buckets: [{ id: 'distance', function: 'histogram', field: 'distance', interval: 250 }],
      metrics: [{ id: 'delay', function: 'avg', field: 'delay', label: 'Mean delay, min' }],
      options: {},
    },
  },
  {
    name: 'Phase and time of day',
    dataset: 'birdstrikes',
    place: { x: 0, y: 21, w: 6, h: 7 },
    definition: {
      visual: 'Heatmap',
      search: search(),
      buckets: [terms('time', 'time_of_day', 4), terms('phase', 'phase_of_flight', 8)],
      metrics: [COUNT],
      options: { labels: true },
    },
  },
  {
    name: 'Species that do damage',
    dataset: 'birdstrikes',
    place: { x: 6, y: 21, w: 6, h: 7 },
    definition: {
      visual: 'WordCloud',
      search: search('', [{ field: 'damage', operator: 'is not', value: 'None' }]),
      buckets: [{ id: 'species', function: 'significant_text', field: 'wildlife_species', size: 40 }],
      metrics: [COUNT],
      options: {},
    },
  },
];
