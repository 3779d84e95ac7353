import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 1,
    setupFiles: ['../tests/support/properties.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
