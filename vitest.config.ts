import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'sandbox/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
