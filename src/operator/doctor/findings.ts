type FindingStatus = "ok" | "fix" | "cannot tell";

/** A verdict, what it is about, and a sentence with what to do. */
export type Finding = `${FindingStatus} ${string}: ${string}`;

/** What one part of the doctor finds, as it finds it. */
export type Findings = AsyncGenerator<Finding, void, void>;

/** Returns why something failed: the deepest cause says most. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  const deeper = cause instanceof Error ? wordsOf(cause) : "";
  return deeper === "" ? message.trim() : deeper;
}
