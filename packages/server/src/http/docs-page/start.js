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

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#calls',
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [readable],
  layout: 'BaseLayout',
  docExpansion: 'none',
  deepLinking: true,
});
