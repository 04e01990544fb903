import { z } from "zod";

/** `silently`: the account pays for each character, and the task does not show it. */
const inquiryCost = z.enum(["free", "per-character", "silently"]);

/**
 * The present behaviour of the service; the control surface may change each of these while it runs.
 */
export const settingsSchema = z.object({
  /** Source characters that one translation task works through in a second. */
  charsPerSecond: z.number().positive(),
  /** Lifetime of a download link in seconds (the contract gives `expires_in` no unit). */
  linkSeconds: z.int().min(0),
  /** Light actions up to this many characters complete inside the create request. */
  inlineUpTo: z.int().min(0),
  /** Not in the contract: whether token_estimate costs anything. */
  estimateCost: inquiryCost,
  /** The same for preview_metadata. */
  detectionCost: inquiryCost,
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  charsPerSecond: 2_000,
  linkSeconds: 300,
  inlineUpTo: 20_000,
  estimateCost: "free",
  detectionCost: "free",
};
