import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

import { patience } from "./test/patience.ts";

/** What takes long or needs a program beside Node: `npm run prove`. Everything else is `npm test`. */
const proofs = ["test/**/*.prove.test.ts"];

/** What takes minutes comes first: begun last, it would go on when all else is done. */
const longest = ["chaos/points.prove", "model/between.test"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((name) => moduleId.includes(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "test", include: ["test/**/*.test.ts"], exclude: proofs } },
      { extends: true, test: { name: "prove", include: proofs } },
    ],
    setupFiles: ["test/compile-cache.ts"],
    // A wait that is in vain ends first, and says what it was for.
    testTimeout: 4 * patience.timeout,
    hookTimeout: 4 * patience.timeout,
    expect: { poll: patience },
    // Nothing is mocked and no module holds state, so files may share a process: the modules of the
    // house are then loaded once a worker instead of once a file.
    isolate: false,
    // Suites that start processes mostly wait; with one worker for each core they hold up the others.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
