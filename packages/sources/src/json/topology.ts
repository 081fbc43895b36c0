import { FileRefused } from '../refusal.ts';

/** TopoJSON keeps lists of references to shared arcs where GeoJSON has shapes: read as rows they would hold no place at all. */
export function refuseTopology(beside: ReadonlyMap<string, string>): void {
  if (beside.get('type') !== 'Topology') return;
  throw new FileRefused(
    'json',
    'It is TopoJSON, whose shapes are made of arcs they share. Convert it to GeoJSON, for example with mapshaper or topo2geo, and send that.',
  );
}
