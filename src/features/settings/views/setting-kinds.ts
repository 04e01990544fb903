import type { InputBlock, PlainTextOption } from "@slack/types";
import { z } from "zod";

import { input, limits, plainText } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageLabel, languagesSelect } from "../../../slack/words.ts";
import { bookChars } from "../../intake/rules/request-details.ts";
import type { QuietHours } from "../rules/settings.ts";

/** A kind of setting: its inputs, its parser and its words. */
export type Kind<T> = {
  /** Draws the inputs; the first one has the block's id. */
  readonly inputs: (field: Field, value: T, context: ViewContext) => readonly InputBlock[];
  readonly read: (held: Held, block: string, locale: Locale) => Read<T>;
  /** Returns a value that somebody set, in plain text. */
  readonly shown: (value: NonNullable<T>, context: ViewContext) => string;
};

type Field = {
  readonly block: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly empty: string;
};

/** Returns the input of a block by its `block_id`. */
type Held = (block: string) => Entered | undefined;

/** A parsed value; errors are keyed by block. */
type Read<T> = { readonly value: T; readonly errors?: Readonly<Record<string, string>> };

type Maybe<T> = T | undefined;

/** A whole number; its unit is in the setting's label. */
export function amount(least: 0 | 1): Kind<Maybe<number>> {
  return {
    inputs: (field, value, { locale }) => [
      textInput(field, value === undefined ? undefined : locale.amount(value)),
    ],
    read: (held, block, { t }) => {
      const typed = typedNumber(held(block)?.value ?? undefined);
      const value = typed.status === "read" ? typed.value : undefined;
      if (typed.status !== "unreadable" && (value ?? least) >= least) return { value };
      return { value, errors: { [block]: t`Please type a whole number, or leave it empty.` } };
    },
    shown: (value, { locale }) => locale.amount(value),
  };
}

export const book: Kind<Maybe<string>> = {
  inputs: (field, value) => [textInput(field, value)],
  read: (held, block) => ({ value: held(block)?.value?.trim() || undefined }),
  shown: (value, { locale: { t } }) => t`“${plain(value, limits.nameShown)}”`,
};

export const languages: Kind<Maybe<readonly string[]>> = {
  inputs: (field, chosen = [], { rules, locale }) => [
    input({
      ...labelled(field),
      optional: true,
      element: {
        ...languagesSelect({ actionId, languages: rules.languages, chosen, locale }),
        placeholder: plainText(field.empty, limits.optionText),
      },
    }),
  ],
  read: (held, block) => {
    const codes = held(block)?.selected_options?.map(({ value }) => value) ?? [];
    return { value: codes.length === 0 ? undefined : codes };
  },
  shown: (codes, { rules, locale }) =>
    capital(locale.enumerated(codes.map((code) => languageLabel(code, rules.languages, locale)))),
};

/** The first value holds until somebody chooses: Slack cannot clear a select. */
export function choice<T extends Maybe<string>>(
  values: readonly [T, ...T[]],
  words: (value: NonNullable<T>, locale: Locale) => string,
): Kind<T> {
  return {
    inputs: (field, chosen, { locale }) => {
      const options = values.map((value) =>
        option(value === undefined ? field.empty : words(value, locale), value),
      );
      return [select(field, options, values.indexOf(chosen))];
    },
    read: (held, block) => {
      const chosen = held(block)?.selected_option?.value;
      return { value: values.find((value) => value === chosen) ?? values[0] };
    },
    shown: (value, { locale }) => words(value, locale),
  };
}

export const quietHours: Kind<Maybe<QuietHours>> = {
  inputs: ({ block, empty }, value, { locale: { t } }) => {
    const hours = [option(empty), ...allHours.map((hour) => option(hourWords(hour), String(hour)))];
    const { to, zone } = partsOf(block);
    const field = { hint: undefined, empty };
    return [
      select({ ...field, block, label: t`Quiet from` }, hours, (value?.from ?? -1) + 1),
      select({ ...field, block: to, label: t`Quiet until` }, hours, (value?.to ?? -1) + 1),
      textInput({ ...field, block: zone, label: t`Time zone of the quiet hours` }, value?.zone),
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
      ...((from === undefined || to === undefined || to === from) && {
        [parts.to]: t`Please choose two different hours.`,
      }),
    };
    return from === undefined || to === undefined || zone.status !== "read"
      ? { value: undefined, errors }
      : { value: { from, to, zone: zone.value }, errors };
  },
  shown: ({ from, to, zone }, { locale: { t } }) =>
    t`${hourWords(from)} to ${hourWords(to)}, ${plain(zone, limits.nameShown)}`,
};

const allHours = Array.from({ length: 24 }, (_, hour) => hour);

function partsOf(block: string) {
  return { to: `${block}_to`, zone: `${block}_zone` };
}

function hourIn(entered: Entered | undefined): number | undefined {
  const value = entered?.selected_option?.value ?? noChoice;
  return value === noChoice ? undefined : Number(value);
}

function hourWords(hour: number): string {
  return `${hour}:00`;
}

function textInput(field: Field, value: string | undefined): InputBlock {
  return input({
    ...labelled(field),
    optional: true,
    element: {
      type: "plain_text_input",
      action_id: actionId,
      max_length: bookChars,
      placeholder: plainText(field.empty, limits.optionText),
      ...(value !== undefined && { initial_value: value }),
    },
  });
}

/** Draws a select; the first option holds where `chosen` is none of them. */
function select(field: Field, options: PlainTextOption[], chosen: number): InputBlock {
  const initial_option = options[chosen] ?? options[0];
  return input({
    ...labelled(field),
    element: {
      type: "static_select",
      action_id: actionId,
      options,
      ...(initial_option !== undefined && { initial_option }),
    },
  });
}

function labelled({ block, label, hint }: Field) {
  return { block_id: block, label, hint };
}

function option(text: string, value = noChoice) {
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

export type Typed<T> =
  | { readonly status: "empty" }
  | { readonly status: "read"; readonly value: T }
  | { readonly status: "unreadable" };

/** Parses a whole number as people type it: `50000`, `50,000`, `50.000`, `50 000` or `５００００`. */
export function typedNumber(text: string | undefined): Typed<number> {
  const typed = (text ?? "").normalize("NFKC").trim();
  if (typed === "") return { status: "empty" };
  const isNumber = /^\d{1,12}$/u.test(typed) || /^\d{1,3}(?:[,.'’_\s]\d{3}){1,3}$/u.test(typed);
  return isNumber
    ? { status: "read", value: Number(typed.replaceAll(/\D/gu, "")) }
    : { status: "unreadable" };
}

export function typedZone(text: string | undefined): Typed<string> {
  const typed = (text ?? "").trim();
  if (typed === "") return { status: "empty" };
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: typed }).resolvedOptions();
    return { status: "read", value: timeZone };
  } catch {
    return { status: "unreadable" };
  }
}
