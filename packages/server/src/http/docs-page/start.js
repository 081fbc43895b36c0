SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#calls',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  docExpansion: 'none',
  deepLinking: true,
  syntaxHighlight: { theme: 'tomorrow-night' },
});
