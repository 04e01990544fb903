import { expect, test } from "vitest";

import { createLocale, type Catalogue } from "#slack/i18n/locale.ts";
import { mention } from "#slack/mrkdwn.ts";

import { sentencesOfTheCode } from "../../../scripts/sentences/code.ts";
import { setup } from "../../builders.ts";
import { everyCard, texts } from "../../catalogue/cards.ts";

/** A catalogue without words, only placeholders: any English left on a card did not go through it. */
const wordless: Catalogue = {
  ...Object.fromEntries(sentencesOfTheCode().map((key) => [key, holesOf(key)])),
  "“{0}”": "“{0}”",
};

test("every word of a card that is Galley’s own goes through the reader’s language", () => {
  const locale = {
    ...createLocale("en", wordless),
    languageName: () => "·",
    utc: () => "·",
    day: () => "·",
    listed: () => "·",
    anyOf: () => "·",
  };
  const cards = everyCard({ setup, approvers: ["U0APPROVER"], locale, nameOf: mention });

  const left = cards.flatMap((card) =>
    textsOf(card.kind === "message" ? [card.message] : [card.view])
      .filter((text) => /[a-z]{3,}/u.test(withoutTheirs(text)))
      .map((text) => `${card.name}: ${text}`),
  );

  expect([...new Set(left)]).toEqual([]);
});

/** Removes mentions, dates, ids, and text from other people. */
function withoutTheirs(text: string): string {
  const ours = texts.flat().reduce((rest, story) => rest.replaceAll(story, ""), text);
  return theirs.reduce((rest, pattern) => rest.replaceAll(pattern, ""), ours);
}

const theirs = [
  /<[^>]*>/gu,
  /“[^”]*”/gu,
  /[\da-f]{32}|[\da-f]{8}-[\da-f-]{27}|task-\d/gu,
  /The Lighthouse(?:\.txt)?|Please before the fair\.|whale/gu,
  /Marlow Finch|Lantern House|Maison de la Lanterne|harbour|port/gu,
  /Chapter \d|Windows-1251/gu,
];

function holesOf(key: string): string {
  return [...key.matchAll(/\{\d+(?=[,}])/gu)].map(([hole]) => `${hole}}`).join(" ") || "·";
}

function textsOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "text" && typeof value === "string" ? [value] : textsOf(value),
  );
}
