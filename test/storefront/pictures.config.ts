import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** Pictures of every page and state, to be looked at: nothing compares them. */
export default defineConfig({ ...config, timeout: 1_800_000, projects: [{ name: 'pictures', testMatch: 'pictures.spec.ts' }] });
