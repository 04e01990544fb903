import { describe, expect, test } from "vitest";

import { checkBlocks, checkView } from "#sandbox/slack/blocks/check.ts";
import { limits } from "#slack/blocks.ts";
import { mention } from "#slack/mrkdwn.ts";

import { setup } from "../builders.ts";
import { locales } from "./all-locales.ts";
import { everyCard } from "./cards.ts";

describe.each(locales)("every card in $language", (locale) => {
  const cards = everyCard({ setup, approvers: ["S0EDITORS"], locale, nameOf: mention });

  test("is taken by Slack", () => {
    const faults = cards.flatMap((card) => {
      const found =
        card.kind === "message"
          ? checkBlocks(card.message.blocks, "message")
          : checkView(card.view);
      return found.map((fault) => [card.name, fault]);
    });

    expect(faults).toEqual([]);
  });

  test("has room for all of its words", () => {
    const cut = cards.flatMap((card) =>
      plainTexts(card)
        .filter((text) => text.endsWith("…"))
        .map((text) => [card.name, text]),
    );

    expect(cut).toEqual([]);
  });

  test("has buttons whose labels Slack shows whole", () => {
    const long = cards.flatMap((card) =>
      labelsIn(card)
        .filter((label) => Array.from(label).length > limits.buttonShown)
        .map((label) => [card.name, label]),
    );

    expect(long).toEqual([]);
  });

  test("begins its notification with the facts, not with mentions", () => {
    const mentions = cards.flatMap((card) =>
      // A reply to one person alone notifies nobody.
      card.kind === "message" &&
      !card.name.startsWith("to the one") &&
      /^<[@!]/u.test(card.message.text)
        ? [[card.name, card.message.text]]
        : [],
    );

    expect(mentions).toEqual([]);
  });

  test("has a name of its own", () => {
    const names = cards.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
  });
});

/** Collects labels, titles and options. Slack limits these most, so they are the first to be cut. */
function plainTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(plainTexts);
  if (typeof value !== "object" || value === null) return [];
  // An option that opens a form ends in three dots of its own; one that was cut would be far longer.
  if ("type" in value && value.type === "overflow" && "options" in value) {
    return plainTexts(value.options).filter((text) => text.length > limits.optionText - 5);
  }
  const own =
    "type" in value && value.type === "plain_text" && "text" in value ? [String(value.text)] : [];
  return [...own, ...Object.values(value).flatMap(plainTexts)];
}

function labelsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(labelsIn);
  if (typeof value !== "object" || value === null) return [];
  const own =
    "type" in value && value.type === "button" && "text" in value ? value.text : undefined;
  return [...(own === undefined ? [] : plainTexts(own)), ...Object.values(value).flatMap(labelsIn)];
}
