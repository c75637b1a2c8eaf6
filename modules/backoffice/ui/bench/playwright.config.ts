import { defineConfig } from '@playwright/test';
import config from '../e2e/playwright.config';

/** Figures of the back office: they are printed, and nothing of them is a bar. */
export default defineConfig({ ...config, testDir: '.', workers: 1, timeout: 3_600_000 });
