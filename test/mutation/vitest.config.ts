import { defineConfig } from "vitest/config";

/** The suites for mutation testing of the protocol's code: quick, with no program but Redis. */
export default defineConfig({
  test: {
    include: [
      "test/domain/**/*.test.ts",
      "test/features/**/*.test.ts",
      "test/partner/**/*.test.ts",
      "test/store/**/*.test.ts",
    ],
    testTimeout: 30_000,
  },
});
