/** Why something failed: what lies deepest says most. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  const deeper = cause instanceof Error ? wordsOf(cause) : "";
  return deeper === "" ? message : deeper;
}
