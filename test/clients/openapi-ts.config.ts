// hey-api's generator (@hey-api/openapi-ts).
import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: './generated/openapi.json',
  output: { path: 'generated/hey-api', module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
})
