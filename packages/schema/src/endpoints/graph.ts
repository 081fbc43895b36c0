import { endpointsOf } from './rows.ts';

const graph = endpointsOf('Data Management', 'graph');

/** Records and edges of the graph, written one by one (GRM-01…03). */
export const GRAPH_ENDPOINTS = [
  graph(
    'graph.save',
    'POST',
    '/data/traverse',
    'add',
    'Save a record of any kind: a known id changes, an unknown adds',
  ),
  graph('graph.link', 'PUT', '/data/traverse', 'add', 'Add an edge between two records'),
  graph('graph.drop', 'DELETE', '/data/traverse', 'remove', 'Drop a record'),
] as const;
