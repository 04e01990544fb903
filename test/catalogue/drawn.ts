import { createHash } from "node:crypto";

import { inEnglish } from "#slack/i18n/locale.ts";
import { mention } from "#slack/mrkdwn.ts";

import { setup } from "../builders.ts";
import { everyCard } from "./cards.ts";

/** The cards in the README's pictures, by their names in the catalogue. */
const pictured = [
  "card, on offer",
  "card, approved",
  "card, running",
  "card, ready",
  "reply, ready",
] as const;

/** Returns a digest of each card as drawn now. A picture is out of date when the digest beside it differs. */
export function drawnNow(): Readonly<Record<string, string>> {
  const cards = everyCard({ setup, approvers: ["S0EDITORS"], locale: inEnglish, nameOf: mention });
  return Object.fromEntries(
    pictured.map((name) => [name, digest(cards.find((card) => card.name === name))]),
  );
}

function digest(card: ReturnType<typeof everyCard>[number] | undefined): string {
  if (card?.kind !== "message") throw new Error("The catalogue has no such message.");
  const seen = JSON.stringify(card.message.blocks.map(seenOf));
  return createHash("sha256").update(seen).digest("hex").slice(0, 16);
}

/** Removes what no picture shows: ids, values, closed menus, and the dialogs of minor buttons. */
function seenOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(seenOf);
  if (typeof node !== "object" || node === null) return node;
  // The film opens the dialog of the main button.
  const isMain = "style" in node && node.style === "primary";
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !unseen.has(key) && (isMain || key !== "confirm"))
      .map(([key, value]) => [key, seenOf(value)]),
  );
}

const unseen = new Set([
  "accessibility_label",
  "action_id",
  "block_id",
  "option_groups",
  "options",
  "value",
]);
