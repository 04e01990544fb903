type Needs = {
  /** The subject of the suite, for the line that says that it was left out. */
  readonly suite: string;
  readonly found: boolean;
  /** The Debian packages that provide it. */
  readonly debian: string;
};

/**
 * Returns true when a suite that needs a program beside Node can run. Otherwise one line says what
 * is left out; with TEST_REQUIRE=all, as in CI, it throws.
 */
export function canRun({ suite, found, debian }: Needs): boolean {
  const missing = `Left out: ${suite}. They need the Debian packages ${debian}.`;
  if (!found && process.env["TEST_REQUIRE"] === "all") throw new Error(missing);
  if (!found) console.log(missing);
  return found;
}
