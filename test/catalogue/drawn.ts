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
  const { text, blocks } = card.message;
  return createHash("sha256").update(JSON.stringify({ text, blocks })).digest("hex").slice(0, 16);
}
