import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The running service that `make ui-dev` passes requests to.
const service = process.env.ORDERD_URL ?? 'http://localhost:8080';

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  server: { port: 5173, strictPort: true, proxy: { '/v1': service, '/media': service } },
  build: {
    outDir: process.env.UI_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    sourcemap: false,
    // The content security policy allows neither inline scripts nor data: files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
    chunkSizeWarningLimit: 1300,
    // Libraries stand in a file of their own, which keeps its name when a page changes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'vendor', test: /node_modules/ }] } } },
  },
});
