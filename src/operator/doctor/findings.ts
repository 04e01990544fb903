import type { Clock } from "../../clock.ts";

/** One finding of the doctor: `about` names the thing, `says` is a sentence with what to do. */
export type Finding = {
  readonly verdict: "ok" | "mend" | "cannot tell";
  readonly about: string;
  readonly says: string;
};

/** What one part of the doctor finds, as it finds it. */
export type Findings = AsyncGenerator<Finding, void, void>;

export function ok(about: string, says: string): Finding {
  return { verdict: "ok", about, says };
}

export function mend(about: string, says: string): Finding {
  return { verdict: "mend", about, says };
}

export function cannotTell(about: string, says: string): Finding {
  return { verdict: "cannot tell", about, says };
}

/** Returns why something failed: the deepest cause says most. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  const deeper = cause instanceof Error ? wordsOf(cause) : "";
  return deeper === "" ? message : deeper;
}

export type DoctorDeps = Clock & { readonly nodeVersion: string };
