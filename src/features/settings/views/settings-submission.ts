import { z } from "zod";

import { typedNumber, typedZone } from "../../../core/typed.ts";
import { limits } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ChangeOutcome, SettingsFields } from "../rules/settings-change.ts";
import { type QuietHours, deliveryWays, inquiryRules } from "../rules/settings.ts";
import { noHour, settingsBlocks } from "./settings-blocks.ts";
import type { FormMemory } from "./settings-form.ts";
import { settingName, settingShown } from "./settings-words.ts";

type Errors = Readonly<Record<string, string>>;

export type Submission =
  | { readonly status: "filled"; readonly wanted: SettingsFields }
  | { readonly status: "faulty"; readonly errors: Errors };

/** `values` is the `view.state.values` of the form; errors are named by block_id, as Slack wants them. */
export function parseSettings(values: unknown, tongue: Tongue): Submission {
  const read = reader(submission.safeParse(values).data ?? {}, tongue);
  const wanted: SettingsFields = {
    selfApproval: read.selfApproval(),
    secondApprovalAbove: read.credits("secondApprovalAbove", 50_000),
    autoApprovalUpTo: read.credits("autoApprovalUpTo", 5000),
    autoApprovalPerPersonDay: read.credits("autoApprovalPerPersonDay", 10_000),
    autoApprovalPerMonth: read.credits("autoApprovalPerMonth", 100_000),
    capPerApproval: read.credits("capPerApproval", 200_000),
    capPerChannelMonth: read.credits("capPerChannelMonth", 500_000),
    lowBalance: read.credits("lowBalance", 10_000),
    remindAfterHours: read.hours("remindAfterHours"),
    quietHours: read.quietHours(),
    askLanguage: read.rule("askLanguage"),
    askEstimate: read.rule("askEstimate"),
    targets: read.codes("targets"),
    previewChars: read.characters("previewChars"),
    book: read.text("book"),
    channelTargets: read.codes("channelTargets"),
    channelPreviewChars: read.characters("channelPreviewChars"),
    channelBook: read.text("channelBook"),
    delivery: read.way("delivery"),
    channelDelivery: read.way("channelDelivery"),
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
  tongue: Tongue,
): Record<string, string> {
  const { t, counted } = tongue;
  if (outcome.status === "conflict") {
    const { fields, now } = outcome;
    return Object.fromEntries(
      fields.map((field) => [
        settingsBlocks[field],
        t`Someone changed this to “${settingShown(now, field, tongue)}” while your form was open. Nothing was saved: please close it and open the settings again.`,
      ]),
    );
  }
  const limit = counted(outcome.limit, "credit");
  return {
    [settingsBlocks.autoApprovalUpTo]:
      outcome.by === "capPerApproval"
        ? t`This is too high: nobody can approve more than ${limit}.`
        : t`This is too high: above ${limit}, two people have to approve.`,
  };
}

/** What was saved, one sentence a field. */
export function savedWords(
  outcome: Extract<ChangeOutcome, { status: "changed" }>,
  tongue: Tongue,
): readonly string[] {
  const { t } = tongue;
  const lines = outcome.changes.map(({ field, before, after }) => {
    const shown = (fields: SettingsFields) =>
      outside(settingShown(fields, field, tongue), limits.nameShown);
    return `• ${settingName(field, tongue)}: ${shown(before)} → *${shown(after)}*`;
  });
  return [
    [t`Saved:`, ...lines].join("\n"),
    t`The change applies now, also to waiting estimates. Approvals that were given stay; automatic approval is for new manuscripts.`,
  ];
}

/** The field of each reading; what cannot be read leaves a sentence beside it. */
function reader(form: z.infer<typeof submission>, tongue: Tongue) {
  const { t } = tongue;
  const errors = new Map<string, string>();
  type Block = keyof typeof settingsBlocks;
  const held = (block: Block) => form[settingsBlocks[block]]?.value;
  const number = (block: Block, unreadable: string): number | undefined => {
    const typed = typedNumber(held(block)?.value ?? undefined);
    if (typed.status === "unreadable") errors.set(settingsBlocks[block], unreadable);
    return typed.status === "read" ? typed.value : undefined;
  };
  const some = (block: Block, unreadable: string, none: string) => {
    const count = number(block, unreadable);
    if (count === 0) errors.set(settingsBlocks[block], none);
    return count;
  };
  return {
    errors: () => Object.fromEntries(errors),
    credits: (block: Block, example: number) =>
      number(
        block,
        t`Please type a whole number of credits, such as ${example}, or leave it empty.`,
      ),
    hours: (block: Block) =>
      some(
        block,
        t`Please type a whole number of hours, 1 or more, or leave it empty.`,
        t`Please type a number of hours, 1 or more.`,
      ),
    characters: (block: Block) =>
      some(
        block,
        t`Please type a whole number of characters, such as ${3000}, or leave it empty.`,
        t`Please type a number of characters, such as ${3000}.`,
      ),
    text: (block: Block) => held(block)?.value?.trim() || undefined,
    codes: (block: Block) => codesIn(held(block)),
    selfApproval: () =>
      held("selfApproval")?.selected_option?.value === "refused" ? "refused" : "allowed",
    way: (block: Block) => oneOf(deliveryWays, held(block)),
    rule: (block: Block) => oneOf(inquiryRules, held(block)),
    quietHours: () => quietHours(held, errors, tongue),
  } as const;
}

function oneOf<T extends string>(values: readonly T[], chosen: Entered | undefined): T | undefined {
  return values.find((value) => value === chosen?.selected_option?.value);
}

function codesIn(chosen: Entered | undefined): readonly string[] | undefined {
  const codes = chosen?.selected_options?.map(({ value }) => value) ?? [];
  return codes.length === 0 ? undefined : codes;
}

type Entered = z.infer<typeof entry>["value"];

type Held = (block: "quietHours" | "quietTo" | "quietZone") => Entered | undefined;

function quietHours(
  held: Held,
  errors: Map<string, string>,
  { t }: Tongue,
): QuietHours | undefined {
  const hour = (block: "quietHours" | "quietTo") => {
    const value = held(block)?.selected_option?.value ?? noHour;
    return value === noHour ? undefined : Number(value);
  };
  const [from, to] = [hour("quietHours"), hour("quietTo")];
  if (from === undefined && to === undefined) return undefined;
  const zone = typedZone(held("quietZone")?.value ?? undefined);
  if (zone.status !== "read") {
    errors.set(settingsBlocks.quietZone, t`Please name a time zone, such as Europe/Berlin.`);
  }
  if (from === undefined) errors.set(settingsBlocks.quietHours, t`Please choose an hour.`);
  if (to === undefined || to === from) {
    errors.set(settingsBlocks.quietTo, t`Please choose another hour for the end.`);
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
