/** What the parts of Swagger UI lack for a screen reader: a region around the title, and a heading between it and the groups. */
const readable = ({ React: { createElement, Fragment } }) => ({
  wrapComponents: {
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
