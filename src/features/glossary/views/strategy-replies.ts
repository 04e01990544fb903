import { type Message, limits, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { choiceLabel } from "../../estimate/views/terms-line.ts";
import { strangerReply } from "../../short-replies.ts";
import type { TermsDifference } from "../actions/terms-difference.ts";
import type { StrategyOutcome } from "../rules/choose-strategy.ts";

/** Somebody chose how the glossary is used. */
export function strategyReply({ status }: StrategyOutcome, { tongue: { t } }: Desk): Message {
  switch (status) {
    case "chosen":
      return say(t`Noted. The card shows what runs now; nothing was bought.`);
    case "already-approved":
      return say(
        t`A translation was approved here already, and goes with the glossary that its approver saw. Nothing was changed.`,
      );
    case "closed":
      return say(t`This estimate is closed. Nothing was changed.`);
  }
}

/** Which terms the glossary adds to what was extracted last, and which it changes; shortened where long. */
export function differenceReply(difference: TermsDifference, desk: Desk): Message {
  const { tongue } = desk;
  const { t } = tongue;
  if (difference.status === "not-allowed") return strangerReply(desk);
  if (difference.status === "nothing-extracted") {
    return say(
      t`Nothing was extracted for this language yet, so there is nothing to compare with.`,
    );
  }
  const { choice, added, overridden, ignored } = difference;
  const used = choiceLabel(choice, tongue);
  const lead = t`Compared with the last extraction, with “${used}”:`;
  const lists = [
    ...listed(t`Added`, added.map(pair), tongue),
    ...listed(t`Overridden`, overridden.map(changed), tongue),
    ...listed(t`Ignored`, ignored.map(pair), tongue),
  ];
  if (lists.length === 0) return say(t`Nothing in the glossary differs from the last extraction.`);
  return { text: lead, blocks: [section(lead), ...lists.map(section)] };
}

type Pair = { readonly source: string; readonly target: string };

function pair({ source, target }: Pair): string {
  return `${shown(source)} → ${shown(target)}`;
}

function changed({ source, target, instead }: Pair & { readonly instead: string }): string {
  return `${shown(source)} → ${shown(target)} (~${shown(instead)}~)`;
}

function shown(term: string): string {
  return outside(term, limits.wordShown);
}

function listed(name: string, lines: readonly string[], { t, amount }: Tongue): readonly string[] {
  if (lines.length === 0) return [];
  const fitting = withinPassage(lines.slice(0, listedLimit));
  const more = lines.length - fitting.length;
  const rest = more === 0 ? [] : [t`… and ${amount(more)} more`];
  return [[`*${name}* (${amount(lines.length)})`, ...fitting, ...rest].join("\n")];
}

function withinPassage(lines: readonly string[]): readonly string[] {
  let left = limits.passage - 200;
  return lines.filter((line) => {
    left -= line.length + 1;
    return left > 0;
  });
}

const listedLimit = 30;
