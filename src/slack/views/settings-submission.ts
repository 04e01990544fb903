import { z } from "zod";

import type { ChangeOutcome, SettingsFields } from "../../domain/settings-change.ts";
import { settingNames, settingWords } from "../../domain/settings-words.ts";
import type { QuietHours } from "../../domain/settings.ts";
import { typedNumber, typedZone } from "../../domain/typed.ts";
import { outside } from "../mrkdwn.ts";
import { limits } from "./blocks.ts";
import { type FormMemory, noHour, settingsBlocks } from "./settings-form.ts";
import { credits } from "./words.ts";

type Errors = Readonly<Record<string, string>>;

export type Submission =
  | { readonly status: "filled"; readonly wanted: SettingsFields }
  | { readonly status: "faulty"; readonly errors: Errors };

/** `values` is the `view.state.values` of the form; errors are named by block_id, as Slack wants them. */
export function parseSettings(values: unknown): Submission {
  const read = reader(submission.safeParse(values).data ?? {});
  const wanted: SettingsFields = {
    selfApproval: read.selfApproval(),
    secondApprovalAbove: read.number("secondApprovalAbove", "credits, as in 50,000"),
    autoApprovalUpTo: read.number("autoApprovalUpTo", "credits, as in 5,000"),
    capPerApproval: read.number("capPerApproval", "credits, as in 200,000"),
    capPerChannelMonth: read.number("capPerChannelMonth", "credits, as in 500,000"),
    lowBalance: read.number("lowBalance", "credits, as in 10,000"),
    remindAfterHours: read.counted("remindAfterHours", "hours, 1 or more"),
    quietHours: read.quietHours(),
    targets: read.codes("targets"),
    previewChars: read.counted("previewChars", "characters, as in 3,000"),
    book: read.text("book"),
    channelTargets: read.codes("channelTargets"),
    channelPreviewChars: read.counted("channelPreviewChars", "characters, as in 3,000"),
    channelBook: read.text("channelBook"),
  };
  const errors = read.errors();
  return Object.keys(errors).length === 0
    ? { status: "filled", wanted }
    : { status: "faulty", errors };
}

/** What the form remembered of its opening; undefined when it is not ours. */
export function parseFormMemory(metadata: string): FormMemory | undefined {
  try {
    return memory.parse(JSON.parse(metadata));
  } catch {
    return undefined;
  }
}

/** Why nothing was saved, beside the fields that it is about. */
export function refusalErrors(
  outcome: Extract<ChangeOutcome, { status: "conflict" | "contradiction" }>,
): Record<string, string> {
  if (outcome.status === "conflict") {
    const { fields, now } = outcome;
    return Object.fromEntries(
      fields.map((field) => [
        settingsBlocks[field],
        `Somebody changed this while you had the form open, to “${settingWords(now, field)}”. Nothing was saved: please close this, open the settings again and decide anew.`,
      ]),
    );
  }
  const { by, limit } = outcome;
  const rule =
    by === "capPerApproval"
      ? `nothing above ${credits(limit)} can be approved`
      : `above ${credits(limit)} two people have to approve`;
  return { [settingsBlocks.autoApprovalUpTo]: `This is too high: ${rule}.` };
}

/** What was saved, one sentence a field. */
export function savedWords(
  outcome: Extract<ChangeOutcome, { status: "changed" }>,
): readonly string[] {
  const lines = outcome.changes.map(({ field, before, after }) => {
    const shown = (fields: SettingsFields) =>
      outside(settingWords(fields, field), limits.nameShown);
    return `• ${settingNames[field]}: ${shown(before)} → *${shown(after)}*`;
  });
  return [
    ["Saved:", ...lines].join("\n"),
    "It holds from now on, also for estimates that wait. What was approved already stays as it was; automatic approval is for new manuscripts.",
  ];
}

/** The field of each reading; what cannot be read leaves a sentence beside it. */
function reader(form: z.infer<typeof submission>) {
  const errors = new Map<string, string>();
  type Block = keyof typeof settingsBlocks;
  const held = (block: Block) => form[settingsBlocks[block]]?.value;
  const number = (block: Block, what: string): number | undefined => {
    const typed = typedNumber(held(block)?.value ?? undefined);
    if (typed.status === "unreadable") {
      errors.set(
        settingsBlocks[block],
        `Please type a whole number of ${what}, or leave it empty.`,
      );
    }
    return typed.status === "read" ? typed.value : undefined;
  };
  return {
    errors: () => Object.fromEntries(errors),
    number,
    counted: (block: Block, what: string) => {
      const count = number(block, what);
      if (count === 0) errors.set(settingsBlocks[block], `Please type a number of ${what}.`);
      return count;
    },
    text: (block: Block) => held(block)?.value?.trim() || undefined,
    codes: (block: Block) => {
      const codes = held(block)?.selected_options?.map(({ value }) => value) ?? [];
      return codes.length === 0 ? undefined : codes;
    },
    selfApproval: () =>
      held("selfApproval")?.selected_option?.value === "refused" ? "refused" : "allowed",
    quietHours: () => quietHours(held, errors),
  } as const;
}

type Held = (
  block: "quietHours" | "quietTo" | "quietZone",
) => z.infer<typeof entry>["value"] | undefined;

function quietHours(held: Held, errors: Map<string, string>): QuietHours | undefined {
  const hour = (block: "quietHours" | "quietTo") => {
    const value = held(block)?.selected_option?.value ?? noHour;
    return value === noHour ? undefined : Number(value);
  };
  const [from, to] = [hour("quietHours"), hour("quietTo")];
  if (from === undefined && to === undefined) return undefined;
  const zone = typedZone(held("quietZone")?.value ?? undefined);
  if (zone.status !== "read") {
    errors.set(settingsBlocks.quietZone, "Please name a time zone, as in Europe/Berlin.");
  }
  if (from === undefined) errors.set(settingsBlocks.quietHours, "Please choose an hour.");
  if (to === undefined || to === from) {
    errors.set(settingsBlocks.quietTo, "Please choose another hour for the end.");
  }
  return from === undefined || to === undefined || zone.status !== "read"
    ? undefined
    : { from, to, zone: zone.value };
}

const memory = z.object({
  channel: z.string().min(1),
  seen: z.record(z.string(), z.string()),
});

const option = z.object({ value: z.string() });

const entry = z.object({
  value: z.object({
    value: z.string().nullish(),
    selected_option: option.nullish(),
    selected_options: z.array(option).nullish(),
  }),
});

const submission = z.record(z.string(), entry);
