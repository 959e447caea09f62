import { defineConfig } from 'vitest/config';

/** Unit tests beside the source; whole programs and real data; damage; quality against gold sets. */
export default defineConfig({
  test: {
    projects: [
      project(
        'unit',
        ['src/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'test/types/**/*.test.ts'],
        20_000,
      ),
      project('e2e', ['test/e2e/**/*.test.ts'], 120_000),
      project('fuzz', ['test/fuzz/**/*.test.ts'], 120_000),
      // A browser takes both cores: one file at a time, after the others.
      project('browser', ['test/browser/**/*.test.ts'], 120_000, { groupOrder: 1, maxWorkers: 1 }),
      // Last and one file at a time: these measure time.
      project('quality', ['test/quality/**/*.test.ts'], 120_000, { groupOrder: 2, maxWorkers: 1 }),
    ],
  },
});

function project(
  name: string,
  include: string[],
  testTimeout: number,
  { groupOrder = 0, maxWorkers = undefined as number | undefined } = {},
) {
  const workers = maxWorkers === undefined ? {} : { maxWorkers };
  return {
    extends: true as const,
    test: {
      name,
      include,
      testTimeout,
      hookTimeout: testTimeout,
      sequence: { groupOrder },
      ...workers,
    },
  };
}
