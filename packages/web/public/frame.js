// Read before the application: at an address of the toolkit its bar stands at once (see the styles of index.html).
if (location.pathname.startsWith('/toolkit')) document.documentElement.dataset.toolkit = '';
