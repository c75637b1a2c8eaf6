import { defineConfig } from '@playwright/test';

// Each worker starts a service of its own (shop.ts), so that specs don't meet.
export default defineConfig({
  testDir: '.',
  outputDir: '../e2e-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 300_000, // the longest spec takes 60 s on two quiet cores
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'en-IE',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync',
      ],
    },
  },
});
