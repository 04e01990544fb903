import { hoursWords } from "../../domain/settings-words.ts";
import type { Defaults, Settings } from "../../domain/settings.ts";
import { actionIds } from "../ids.ts";
import { channelMention, mentions, outside } from "../mrkdwn.ts";
import { type Message, actions, button, context, limits, section } from "./blocks.ts";
import type { Desk } from "./desk.ts";
import { characters, counted, credits, languageShown } from "./words.ts";

type Shown = {
  readonly desk: Desk;
  /** The conversation that was asked in. */
  readonly channel: string;
  readonly mayChange: boolean;
};

/** `/translate settings`: the whole policy and all defaults, as sentences. */
export function settingsReply(settings: Settings, { desk, channel, mayChange }: Shown): Message {
  const policy = listed("Who may spend how much", policyWords(settings, desk));
  const defaults = listed("What a manuscript is estimated for", [
    ...defaultWords(settings.defaults, desk),
    ...channelWords(settings, channel, desk),
  ]);
  const change = button({ label: "Change settings", actionId: actionIds.editSettings, value: "-" });
  return {
    text: `${policy}\n${defaults}`,
    blocks: [
      section(policy),
      section(defaults),
      ...(mayChange
        ? [actions("settings.reply", [change])]
        : [context("Only the admins of this desk can change them.")]),
    ],
  };
}

function listed(title: string, sentences: readonly string[]): string {
  return [`*${title}*`, ...sentences.map((sentence) => `• ${sentence}`)].join("\n");
}

function policyWords({ policy }: Settings, { approvers }: Desk): readonly string[] {
  const { selfApproval, secondApprovalAbove: second, autoApprovalUpTo: auto } = policy;
  const { capPerApproval: cap, capPerChannelMonth: month, lowBalance: low } = policy;
  const own =
    selfApproval === "allowed"
      ? "also what they asked for themselves"
      : "but not what they asked for themselves";
  return [
    `${mentions(approvers)} may approve, ${own}.`,
    second === undefined
      ? "One approval is enough, whatever it costs."
      : `Above ${credits(second)} two different people have to approve.`,
    auto === undefined
      ? "Nothing is approved automatically."
      : `A translation of up to ${credits(auto)} is approved automatically as soon as its price is known, if the balance covers it and a full member asked.`,
    cap === undefined
      ? "There is no limit for one approval."
      : `Nothing above ${credits(cap)} can be approved, by anybody.`,
    month === undefined
      ? "There is no limit for a channel."
      : `A channel can spend ${credits(month)} in a calendar month (UTC).`,
    low === undefined
      ? "Nobody is warned of a low balance."
      : `The admins are warned when the balance falls below ${credits(low)}.`,
    reminderWords(policy),
  ];
}

function reminderWords({ remindAfterHours, quietHours }: Settings["policy"]): string {
  if (remindAfterHours === undefined) return "Nobody is reminded of a waiting estimate.";
  const quiet =
    quietHours === undefined ? "" : `, but not from ${outside(hoursWords(quietHours), 60)}`;
  return `Those who may approve are reminded of an estimate that has waited for ${counted(remindAfterHours, "hour")}${quiet}.`;
}

function defaultWords({ targets, previewChars, book }: Defaults, desk: Desk): readonly string[] {
  const { defaultTarget, previewChars: usual } = desk.rules;
  return [
    `Languages: ${languagesShown(targets ?? [defaultTarget], desk)}.`,
    `A preview is the opening ${characters(previewChars ?? usual)}.`,
    book === undefined
      ? "Manuscripts belong to no book unless somebody names one."
      : `Manuscripts belong to the book ${bookShown(book)}.`,
  ];
}

/** Only what differs from the workspace; elsewhere there may be channels with defaults of their own. */
function channelWords({ channels }: Settings, channel: string, desk: Desk): readonly string[] {
  const { targets, previewChars, book } = channels[channel] ?? {};
  const here = [
    ...(targets === undefined ? [] : [`languages ${languagesShown(targets, desk)}`]),
    ...(previewChars === undefined ? [] : [`a preview of ${characters(previewChars)}`]),
    ...(book === undefined ? [] : [`the book ${bookShown(book)}`]),
  ];
  const others = Object.keys(channels).filter((id) => id !== channel);
  const names = others.flatMap((id) => channelMention(id) ?? []).slice(0, channelLimit);
  const named = names.length === 0 ? "" : ` (${names.join(", ")})`;
  return [
    ...(here.length === 0 ? [] : [`In this conversation: ${here.join(", ")}.`]),
    ...(others.length === 0
      ? []
      : [`${counted(others.length, "other channel")} with their own defaults${named}.`]),
  ];
}

function languagesShown(codes: readonly string[], desk: Desk): string {
  return codes.map((code) => languageShown(code, desk.rules.languages)).join(", ");
}

function bookShown(book: string): string {
  return `“${outside(book, limits.nameShown)}”`;
}

const channelLimit = 10;
