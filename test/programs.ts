type Needs = {
  /** The subject of the suite, for the line that reports it as left out. */
  readonly suite: string;
  readonly found: boolean;
  /** The Debian packages that bring it. */
  readonly debian: string;
};

/**
 * Returns whether a suite that needs a program beside Node can run. When the program is missing,
 * prints one line about what is left out; throws under TEST_REQUIRE=all, as in CI.
 */
export function canRun({ suite, found, debian }: Needs): boolean {
  const missing = `Left out: ${suite}. They need the Debian packages ${debian}.`;
  if (!found && process.env["TEST_REQUIRE"] === "all") throw new Error(missing);
  if (!found) console.log(missing);
  return found;
}
