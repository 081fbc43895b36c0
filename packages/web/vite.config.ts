import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The host stays the page's own: the platform refuses calls of pages from another origin (SEC-09). */
const platform = { target: process.env.DATASARANA_URL ?? 'http://127.0.0.1:8080', changeOrigin: false };

/**
 * The style sheet behind what the document itself draws: in the head it holds back the first paint until it is there. The script
 * is a module, which waits for it in any case.
 */
const styleBehindFrame = (): Plugin => ({
  name: 'style-behind-frame',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
      const ahead = sheets.map((link) => link.replace('rel="stylesheet"', 'rel="preload" as="style"')).join('');
      const bare = sheets.reduce((text, link) => text.replace(link, ''), html);
      return bare.replace('</head>', `${ahead}</head>`).replace('</body>', `${sheets.join('')}</body>`);
    },
  },
  // Sheets of later code stand behind it, too: in the head what they say alike would count for less.
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code) => {
      const behind = code.replace('document.head.appendChild(link)', 'document.body.appendChild(link)');
      if (behind === code) throw new Error('Vite adds sheets of later code in another way than to the head.');
      return behind;
    },
  },
});

/** What is loaded with every screen behind the sign-in: the look of its parts, outlines of screens, invites, imports that run. */
const FRAME = new RegExp(
  [
    'web/src/design/(?!code|data-table|table-)',
    'web/src/shell/(?!shell\\.tsx)',
    'web/src/modules\\.ts',
    'web/src/records/(date-value|format|needs|write-button)\\.ts',
    'web/src/features/\\w+/([\\w-]+-outline|[\\w-]+\\.module\\.css)',
    'web/src/features/invites/own-',
    'web/src/features/imports/(batch-name|progress|running/followed)',
    'web/src/features/(groups/role-words|account/password-form)',
    'schema/src/formats/',
    'mantine/hooks/',
  ].join('|'),
);

export default defineConfig({
  plugins: [react(), styleBehindFrame()],
  server: {
    proxy: { '/api': platform, '/health': platform, '/app-config.json': platform },
  },
  build: {
    target: 'es2023',
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'tanstack',
              test: /node_modules\/@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)\//,
            },
            // over a slow line hundreds of small files take longer than what is in them
            { name: 'first', tags: ['$initial'] },
            { name: 'kept-file', test: /sources\/src\/files\/(file-columns|media-type|safe-name)\.ts$/ },
            // a page or a workbook of XML needs these, and nothing else of what reads files
            {
              name: 'file-bytes',
              test: /sources\/src\/(files\/byte-source|csv\/encoding|markup\/markup-(kind|text)|refusal)\.ts$/,
            },
            // all that opens files asks what a dated name is called alike by, and nothing else of how dates are read
            { name: 'dated-names', test: /sources\/src\/(files\/dated-names|dates\/months)\.ts$/ },
            // a column's functions need these of what the wizard knows of files it saw before
            { name: 'function-kinds', test: /web\/src\/features\/imports\/functions\/function-kinds\.ts$/ },
            // What a group needs goes with it, so that those that others need stand before them.
            { name: 'sign-in', test: /web\/src\/(part|session\/|design\/(marks|page-title)|shell\/(logo|last-place))/ },
            { name: 'icons', test: /node_modules\/@tabler\/icons-react\/dist\/esm\/icons\//, minShareCount: 3 },
            {
              name: 'fields',
              test: /node_modules\/@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|PasswordInput|ActionIcon)\//,
              minShareCount: 3,
            },
            {
              name: 'controls',
              test: /node_modules\/@mantine\/core\/esm\/components\/(Menu|Popover|Tooltip|ScrollArea|FocusTrap|Combobox|Select|Checkbox|Progress|Modal|Drawer)\//,
              minShareCount: 3,
            },
            { name: 'frame', test: FRAME, minShareCount: 2 },
            // with the parts that Discover's bars share it would make them larger
            { name: 'slow-search', test: /web\/src\/views\/slow-search/ },
            // what a view is, and whether its dates are days, is asked beside drawings, too, by what needs nothing else of them
            {
              name: 'days',
              test: /web\/src\/(views\/(days|definition|viewer-zone|records\/value-at)|records\/moment-text)\.ts$/,
            },
            // the history of a record needs it, and nothing else of the screen that shows it
            { name: 'opened-document', test: /web\/src\/features\/discover\/(stored-oneself|opened-document)\.ts$/ },
            // drawings and their pictures share it, and it is called otherwise with each part they share beside it
            { name: 'echarts', test: /node_modules\/(echarts|zrender)\//, minShareCount: 2 },
            { name: 'virtual', test: /@tanstack\/(react-virtual|virtual-core)\// },
            { name: 'tables', test: /web\/src\/design\/(data-table|table-)/ },
            {
              name: 'values',
              test: /web\/src\/(records\/(format-value|number-format|read-number|value-(kind|icon))|features\/templates\/(template-calls|no-templates|readable-))/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
});
