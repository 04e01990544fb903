import { defineConfig } from "vitest/config";

/** The suites that answer for the protocol's code, for mutation testing: quick, with no program but Redis. */
export default defineConfig({
  test: {
    include: [
      "test/core/**/*.test.ts",
      "test/features/**/*.test.ts",
      "test/partner/**/*.test.ts",
      "test/store/**/*.test.ts",
    ],
    testTimeout: 30_000,
  },
});
