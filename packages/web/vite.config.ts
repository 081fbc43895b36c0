import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The host stays the page's own: the platform refuses calls of pages from another origin (SEC-09). */
const platform = { target: process.env.DATASARANA_URL ?? 'http://127.0.0.1:8080', changeOrigin: false };

export default defineConfig({
  plugins: [react()],
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
          ],
        },
      },
    },
  },
});
