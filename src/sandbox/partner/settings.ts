/** `silently`: the account pays for each character, and the task does not say so. */
export const inquiryCosts = ["free", "per-character", "silently"] as const;
type InquiryCost = (typeof inquiryCosts)[number];

/** How the service behaves now; the control surface may change each of these while it runs. */
export type Settings = {
  /** Source characters that one translation task works through in a second. */
  charsPerSecond: number;
  /** Lifetime of a download link in seconds (the contract gives `expires_in` no unit). */
  linkSeconds: number;
  /** Light actions up to this many characters complete inside the create request. */
  inlineUpTo: number;
  /** Not in the contract: whether token_estimate costs anything. */
  estimateCost: InquiryCost;
  /** The same of preview_metadata. */
  detectionCost: InquiryCost;
  /** Not in the contract: the shape of an error body. */
  errorShape: "nested" | "flat" | "problem" | "text";
  /** `weak`: a key is looked up before the work and learned only when the task is committed. */
  idempotency: "atomic" | "weak";
};

export const defaultSettings: Settings = {
  charsPerSecond: 2_000,
  linkSeconds: 300,
  inlineUpTo: 20_000,
  estimateCost: "free",
  detectionCost: "free",
  errorShape: "nested",
  idempotency: "atomic",
};
