import { defineConfig } from 'vitest/config';

/** Unit tests beside the source; whole programs and real data; damage; quality against gold sets. */
export default defineConfig({
  test: {
    projects: [
      project('unit', ['src/**/*.test.ts', 'test/types/**/*.test.ts'], 20_000),
      project('e2e', ['test/e2e/**/*.test.ts'], 120_000),
      project('fuzz', ['test/fuzz/**/*.test.ts'], 120_000),
      project('quality', ['test/quality/**/*.test.ts'], 120_000),
    ],
  },
});

function project(name: string, include: string[], testTimeout: number) {
  return { extends: true as const, test: { name, include, testTimeout, hookTimeout: testTimeout } };
}
