import { describe } from "vitest";

type Needs = {
  /** What the suite tests, for the line that says that it was left out. */
  readonly suite: string;
  /** Whether the program was found on this machine. */
  readonly found: boolean;
  /** The Debian packages that bring it. */
  readonly debian: string;
};

/**
 * A `describe` for a suite that needs a program beside Node. Where it is missing the suite is left out
 * and one line says so; under TEST_REQUIRE=all, as in CI, that is a failure.
 */
export function describeWith({ suite, found, debian }: Needs) {
  const missing = `Left out: ${suite}. They need the Debian packages ${debian}.`;
  if (!found && process.env["TEST_REQUIRE"] === "all") throw new Error(missing);
  if (!found) console.log(missing);
  return describe.runIf(found);
}
