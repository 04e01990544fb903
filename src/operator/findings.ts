import type { Clock } from "../sleep.ts";

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

export function lineOf({ verdict, about, says }: Finding): string {
  return `${verdict.padEnd(11)}  ${about}: ${says}`;
}

export function summaryOf(findings: readonly Finding[]): string {
  const count = (verdict: Finding["verdict"]) =>
    findings.filter((finding) => finding.verdict === verdict).length;
  const faults = count("mend");
  const open = count("cannot tell");
  const told = faults === 0 ? "Nothing to mend" : `To mend: ${faults}`;
  return open === 0 ? `${told}.` : `${told}. Could not be told from here: ${open}.`;
}

/** Exit code of the doctor: 0 when there is nothing to mend. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 {
  return findings.some(({ verdict }) => verdict === "mend") ? 1 : 0;
}

/** Returns why something failed: the deepest cause says most. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  const deeper = cause instanceof Error ? wordsOf(cause) : "";
  return deeper === "" ? message : deeper;
}

export type DoctorDeps = Clock & { readonly nodeVersion: string };
