import { defineConfig } from '@playwright/test';
import { chromium } from './chromium';

// All specs share one shop, which setup.ts starts: what one of them takes from the shelf, no
// other needs. Figures are taken alone, so that nothing else is measured with them.
export default defineConfig({
  testDir: '.',
  outputDir: 'node_modules/.results',
  globalSetup: './setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 600_000, // the longest spec takes 40 s on two quiet cores
  expect: { timeout: 20_000 },
  reporter: [['list']],
  projects: [
    { name: 'pages', testIgnore: ['figures.spec.ts', 'pictures.spec.ts'] },
    { name: 'figures', testMatch: 'figures.spec.ts', fullyParallel: false, workers: 1 },
  ],
  use: {
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    launchOptions: chromium,
  },
});
