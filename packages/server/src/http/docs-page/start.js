/**
 * What the parts of Swagger UI lack for a screen reader: a region around the title, a heading between it and the groups, and calls
 * whose button holds no link of its own: opening one writes its address anyway.
 */
const readable = ({ React: { createElement, Fragment } }) => ({
  wrapComponents: {
    DeepLink: (Link) => (props) =>
      createElement(Link, { ...props, enabled: props.enabled && !props.path.includes('/') }),
    InfoContainer: (Info) => (props) => createElement('section', { 'aria-label': 'About' }, createElement(Info, props)),
    operations: (Groups) => (props) =>
      createElement(Fragment, null, createElement('h2', { className: 'read' }, 'Calls'), createElement(Groups, props)),
  },
});

const isObject = (value) => typeof value === 'object' && value !== null;

const at = (document, path) => path.reduce((value, step) => (isObject(value) ? value[step] : undefined), document);

/** The place that `#/components/schemas/one~1two` names. */
const placeOf = (ref) =>
  ref
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));

/** A value with what it refers to in its place; a reference to what it stands in stays one. */
function resolved(document, value, around = []) {
  if (Array.isArray(value)) return value.map((one) => resolved(document, one, around));
  if (!isObject(value)) return value;
  const { $ref: ref, ...own } = value;
  if (typeof ref !== 'string') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(document, one, around)]));
  }
  if (around.includes(ref)) return value;
  return { ...resolved(document, at(document, placeOf(ref)), [...around, ref]), ...resolved(document, own, around) };
}

/**
 * Resolves one part of the document. All its references are to itself, so that nothing needs to be fetched; Swagger UI's own way goes
 * through the whole document anew for every part, some five seconds for each call that is opened.
 */
const withinItself = {
  fn: { resolveSubtree: async (document, path) => ({ spec: resolved(document, at(document, path)), errors: [] }) },
};

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#calls',
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [readable, withinItself],
  layout: 'BaseLayout',
  docExpansion: 'none',
  deepLinking: true,
});
