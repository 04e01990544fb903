type Needs = {
  /** What the suite tests, for the line that says that it was left out. */
  readonly suite: string;
  /** Whether the program was found on this machine. */
  readonly found: boolean;
  /** The Debian packages that bring it. */
  readonly debian: string;
};

/**
 * Whether a suite that needs a program beside Node can run. Where the program is missing one line says
 * what is left out; under TEST_REQUIRE=all, as in CI, that is a failure.
 */
export function canRun({ suite, found, debian }: Needs): boolean {
  const missing = `Left out: ${suite}. They need the Debian packages ${debian}.`;
  if (!found && process.env["TEST_REQUIRE"] === "all") throw new Error(missing);
  if (!found) console.log(missing);
  return found;
}
