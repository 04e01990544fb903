import { defineConfig } from "vitest/config";

/** What takes long or needs a program beside Node: `npm run prove`. Everything else is `npm test`. */
const proofs = ["test/**/*.prove.test.ts"];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "test", include: ["test/**/*.test.ts"], exclude: proofs } },
      { extends: true, test: { name: "prove", include: proofs } },
    ],
    setupFiles: ["test/compile-cache.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes in milliseconds, but a loaded machine may take its time.
    expect: { poll: { timeout: 60_000 } },
    // Nothing is mocked and no module holds state, so files may share a process: the modules of the
    // house are then loaded once a worker instead of once a file.
    isolate: false,
    // Suites that start processes mostly wait; with one worker for each core they hold up the others.
    maxWorkers: 3,
  },
});
