import { defineConfig } from 'orval'

export default defineConfig({
  shop: {
    input: './generated/openapi.json',
    output: {
      target: 'generated/orval/shop.ts',
      client: 'fetch',
      // Its functions call paths. This one knows the address of the service and who calls.
      override: { mutator: { path: 'buyers/orval-fetch.ts', name: 'call', extension: '.ts' } },
    },
  },
})
