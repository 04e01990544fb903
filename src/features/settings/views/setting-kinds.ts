import type { InputBlock, PlainTextOption } from "@slack/types";
import { z } from "zod";

import { typedNumber, typedZone } from "../../../core/typed.ts";
import { limits, plainText } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { Unit } from "../../../slack/i18n/units.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languagesSelect } from "../../estimate/views/language-select.ts";
import { bookChars } from "../../intake/rules/request-details.ts";
import type { QuietHours } from "../rules/settings.ts";

/** A kind of setting: its inputs, its parser and its words. */
export type Kind<T> = {
  /** Draws the inputs; the first one has the block's id. */
  readonly inputs: (field: Field, value: T, context: ViewContext) => readonly InputBlock[];
  readonly read: (held: Held, block: string, tongue: Tongue) => Read<T>;
  /** Returns the value in plain text. */
  readonly shown: (value: T, tongue: Tongue) => string;
};

type Field = { readonly block: string; readonly label: string; readonly hint: string | undefined };

/** Returns the input of a block by its `block_id`. */
type Held = (block: string) => Entered | undefined;

/** A parsed value; errors are keyed by block. */
type Read<T> = { readonly value: T; readonly errors?: Readonly<Record<string, string>> };

type Maybe<T> = T | undefined;

export const credits = (example: number): Kind<Maybe<number>> =>
  amount({ unit: "credit", example, least: 0 });

export const hours: Kind<Maybe<number>> = amount({ unit: "hour", example: 4, least: 1 });

export const characters: Kind<Maybe<number>> = amount({
  unit: "character",
  example: 3000,
  least: 1,
});

type Words = (tongue: Tongue) => string;

type Amount = { readonly unit: Unit; readonly example: number; readonly least: number };

function amount({ unit, example, least }: Amount): Kind<Maybe<number>> {
  return {
    inputs: (field, value, { tongue }) => [
      textInput(field, value === undefined ? undefined : tongue.amount(value)),
    ],
    read: (held, block, tongue) => {
      const typed = typedNumber(held(block)?.value ?? undefined);
      const value = typed.status === "read" ? typed.value : undefined;
      if (typed.status !== "unreadable" && (value ?? least) >= least) return { value };
      const refused = tongue.t`Please type a whole number, such as ${example}, or leave it empty.`;
      return { value, errors: { [block]: refused } };
    },
    shown: (value, { t, counted }) => (value === undefined ? t`none` : counted(value, unit)),
  };
}

/** A free text, such as a book's name. */
export const text: Kind<Maybe<string>> = {
  inputs: (field, value) => [textInput(field, value)],
  read: (held, block) => ({ value: held(block)?.value?.trim() || undefined }),
  shown: (value, { t }) => value ?? t`none`,
};

export const languages: Kind<Maybe<readonly string[]>> = {
  inputs: (field, chosen = [], { rules, tongue }) => [
    {
      ...labelled(field),
      optional: true,
      element: languagesSelect({ actionId, languages: rules.languages, chosen, tongue }),
    },
  ],
  read: (held, block) => {
    const codes = held(block)?.selected_options?.map(({ value }) => value) ?? [];
    return { value: codes.length === 0 ? undefined : codes };
  },
  shown: (value, { t, enumerated }) => (value === undefined ? t`none` : enumerated(value)),
};

type Choice<T extends string> = {
  readonly values: readonly T[];
  readonly words: (value: T, tongue: Tongue) => string;
  /** The words for no choice: Slack cannot clear a select. */
  readonly none: Words;
};

/** Returns the kind for one of several values, or none. */
export function choice<T extends string>({ values, words, none }: Choice<T>): Kind<Maybe<T>> {
  return {
    inputs: (field, chosen, { tongue }) => {
      const nothing = option(none(tongue), noChoice);
      const options = values.map((value) => option(words(value, tongue), value));
      const initial = options.find(({ value }) => value === chosen) ?? nothing;
      return [select(field, [nothing, ...options], initial)];
    },
    read: (held, block) => {
      const chosen = held(block)?.selected_option?.value;
      return { value: values.find((value) => value === chosen) };
    },
    shown: (value, tongue) => (value === undefined ? none(tongue) : words(value, tongue)),
  };
}

export const selfApproval: Kind<"allowed" | "refused"> = {
  inputs: (field, chosen, { tongue: { t } }) => {
    const allowed = option(t`Yes`, "allowed");
    const refused = option(t`No, someone else has to`, "refused");
    const initial_option = chosen === "allowed" ? allowed : refused;
    const options = [allowed, refused];
    return [
      {
        ...labelled(field),
        element: { type: "radio_buttons", action_id: actionId, options, initial_option },
      },
    ];
  },
  read: (held, block) => ({
    value: held(block)?.selected_option?.value === "refused" ? "refused" : "allowed",
  }),
  shown: (value, { t }) => (value === "allowed" ? t`allowed` : t`refused`),
};

export const quietHours: Kind<Maybe<QuietHours>> = {
  inputs: ({ block, hint }, value, { tongue: { t } }) => {
    const none = option(t`no quiet hours`, noChoice);
    const all = Array.from({ length: 24 }, (_, hour) => option(hourWords(hour), String(hour)));
    const hour = (field: Field, chosen: Maybe<number>) =>
      select(field, [none, ...all], chosen === undefined ? none : (all[chosen] ?? none));
    const { to, zone } = partsOf(block);
    return [
      hour({ block, label: t`Quiet from`, hint: undefined }, value?.from),
      hour({ block: to, label: t`Quiet until`, hint: undefined }, value?.to),
      textInput({ block: zone, label: t`Time zone of the quiet hours`, hint }, value?.zone),
    ];
  },
  read: (held, block, { t }) => {
    const parts = partsOf(block);
    const [from, to] = [hourIn(held(block)), hourIn(held(parts.to))];
    if (from === undefined && to === undefined) return { value: undefined };
    const zone = typedZone(held(parts.zone)?.value ?? undefined);
    const errors = {
      ...(zone.status !== "read" && {
        [parts.zone]: t`Please name a time zone, such as Europe/Berlin.`,
      }),
      ...(from === undefined && { [block]: t`Please choose an hour.` }),
      ...((to === undefined || to === from) && {
        [parts.to]: t`Please choose another hour for the end.`,
      }),
    };
    return from === undefined || to === undefined || zone.status !== "read"
      ? { value: undefined, errors }
      : { value: { from, to, zone: zone.value }, errors };
  },
  shown: (value, { t }) =>
    value === undefined
      ? t`none`
      : t`${hourWords(value.from)} to ${hourWords(value.to)}, ${value.zone}`,
};

function partsOf(block: string) {
  return { to: block.replace("from", "to"), zone: block.replace("from", "zone") };
}

function hourIn(entered: Entered | undefined): number | undefined {
  const value = entered?.selected_option?.value ?? noChoice;
  return value === noChoice ? undefined : Number(value);
}

function hourWords(hour: number): string {
  return `${hour}:00`;
}

function textInput(field: Field, value: string | undefined): InputBlock {
  return {
    ...labelled(field),
    optional: true,
    element: {
      type: "plain_text_input",
      action_id: actionId,
      max_length: bookChars,
      ...(value !== undefined && { initial_value: value }),
    },
  };
}

function select(
  field: Field,
  options: PlainTextOption[],
  initial_option: PlainTextOption,
): InputBlock {
  return {
    ...labelled(field),
    element: { type: "static_select", action_id: actionId, options, initial_option },
  };
}

function labelled({ block, label, hint }: Field) {
  return {
    type: "input",
    block_id: block,
    label: plainText(label, limits.label),
    ...(hint !== undefined && { hint: plainText(hint, limits.hint) }),
  } as const;
}

function option(text: string, value: string) {
  return { text: plainText(text, limits.optionText), value };
}

/** The action id of every input: their blocks tell them apart. */
const actionId = "value";
const noChoice = "none";

type Entered = z.infer<typeof entry>["value"];

const picked = z.object({ value: z.string() });

const entry = z.object({
  value: z.object({
    value: z.string().nullish(),
    selected_option: picked.nullish(),
    selected_options: z.array(picked).nullish(),
  }),
});

/** `view.state.values` of a form. */
export function heldIn(values: unknown): Held {
  const held = z.record(z.string(), entry).safeParse(values).data ?? {};
  return (block) => held[block]?.value;
}
