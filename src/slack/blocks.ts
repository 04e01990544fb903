import type {
  ActionsBlock,
  ActionsBlockElement,
  Button,
  Confirm,
  ContextBlock,
  HeaderBlock,
  InputBlock,
  KnownBlock,
  ModalView,
  MrkdwnElement,
  Overflow,
  PlainTextElement,
  PlainTextInput,
  PlainTextOption,
  SectionBlock,
} from "@slack/types";

import { shortened } from "./mrkdwn.ts";

/** A message as every view returns it; `text` goes to notifications and screen readers. */
export type Message = { readonly text: string; readonly blocks: KnownBlock[] };

/** Returns a message of a few sentences, with the same text in its block and its notification. */
export function say(text: string): Message {
  return { text, blocks: [section(text)] };
}

/** `verbatim`: a bare @here, #channel or address in the text is no mention and no link. */
function mrkdwn(text: string): MrkdwnElement {
  return { type: "mrkdwn", text: closedUp(text), verbatim: true };
}

/**
 * Japanese and Chinese have no blank between sentences. Slack needs one beside formatting: where
 * bold text ends, it is one without width.
 */
function closedUp(text: string): string {
  return text
    .replaceAll(/(?<=[。！？]) (?![`*_<])/gu, "")
    .replaceAll(/(?<=[。！？]\*) (?=\p{L}|[“「『])/gu, "\u200b");
}

/** `emoji` stays off, so that a name with colons is shown as it is. */
export function plainText(text: string, limit: number): PlainTextElement {
  return { type: "plain_text", text: shortened(text, limit), emoji: false };
}

export function header(text: string): HeaderBlock {
  return { type: "header", text: plainText(text, limits.header) };
}

export function section(text: string): SectionBlock {
  return { type: "section", text: mrkdwn(text) };
}

/** A fact without a value is not shown. */
export type Field = readonly [label: string, value: string | undefined];

/** Up to ten facts in two columns. */
export function fields(facts: readonly Field[]): SectionBlock {
  return {
    type: "section",
    fields: known(facts).map(([label, value]) => mrkdwn(`*${label}*\n${value}`)),
  };
}

/** The same facts for the text of a message, which is all that screen readers read. */
export function factLines(facts: readonly Field[]): string {
  return known(facts)
    .map(([label, value]) => `${label}: ${value}`)
    .join("\n");
}

function known(facts: readonly Field[]): readonly Field[] {
  return facts.filter(([, value]) => value !== undefined);
}

export function contextBlock(text: string): ContextBlock {
  return { type: "context", elements: [mrkdwn(text)] };
}

export function actions(blockId: string, elements: ActionsBlockElement[]): ActionsBlock {
  return { type: "actions", block_id: whole(blockId, limits.id), elements };
}

type Input = Omit<InputBlock, "type" | "label" | "hint"> & {
  readonly label: string;
  readonly hint?: string | undefined;
};

export function input({ label, hint, ...rest }: Input): InputBlock {
  return {
    type: "input",
    label: plainText(label, limits.label),
    ...(hint !== undefined && { hint: plainText(hint, limits.hint) }),
    ...rest,
  };
}

/** A field whose entry is known by its block alone, and may be left empty unless it says otherwise. */
export function entry(
  block_id: string,
  label: string,
  element: InputBlock["element"],
  more: { readonly hint?: string | undefined; readonly optional?: boolean } = {},
): InputBlock {
  return input({
    block_id,
    label,
    optional: true,
    ...more,
    element: { action_id: entryId, ...element },
  });
}

/** A line of text to type, or several; empty where `text` is. */
export function textField(
  max_length: number,
  text: string | undefined,
  more: Partial<PlainTextInput> = {},
): PlainTextInput {
  return { type: "plain_text_input", max_length, ...(text && { initial_value: text }), ...more };
}

/** Slack keeps an entry across an update of its form while the ids of block and action stay. */
export const entryId = "entry";

type Modal = Omit<ModalView, "type" | "title" | "close" | "submit"> & {
  readonly title: string;
  readonly close: string;
  readonly submit?: string | undefined;
};

export function modal({ title, close, submit, ...rest }: Modal): ModalView {
  return {
    type: "modal",
    title: plainText(title, limits.viewTitle),
    close: plainText(close, limits.viewTitle),
    ...(submit !== undefined && { submit: plainText(submit, limits.viewTitle) }),
    ...rest,
  };
}

type ButtonFace = {
  readonly label: string;
  readonly actionId: string;
  readonly value: string;
  readonly style?: "primary" | "danger";
  readonly confirm?: Confirm;
};

export function button({ label, actionId, value, ...rest }: ButtonFace): Button {
  return {
    type: "button",
    text: plainText(label, limits.buttonText),
    action_id: whole(actionId, limits.id),
    value: whole(value, limits.buttonValue),
    ...rest,
  };
}

/** Slack shows no more in a menu, and refuses the message: a sixth does not compile. */
export type AtMostFive<T> = readonly [T?, T?, T?, T?, T?];

/** Draws a ⋯ menu of some of its items; undefined if none is left. */
export function overflow<Item>(
  actionId: string,
  items: AtMostFive<Item>,
  optionOf: (item: Item) => { readonly text: string; readonly value: string } | undefined,
): Overflow | undefined {
  const options = items.flatMap((item) => (item === undefined ? [] : (optionOf(item) ?? [])));
  if (options.length === 0) return undefined;
  return {
    type: "overflow",
    action_id: whole(actionId, limits.id),
    options: options.map(({ text, value }) => ({
      text: plainText(text, limits.optionText),
      value: whole(value, limits.menuValue),
    })),
  };
}

/** The options of a select; more than Slack's limit are divided into groups. */
export function optionsOf(
  options: PlainTextOption[],
  groupLabel: (first: PlainTextOption, last: PlainTextOption) => string,
) {
  const [first] = options;
  if (first === undefined || options.length <= limits.options) return { options };
  const groups = Array.from({ length: Math.ceil(options.length / limits.options) }, (_, group) =>
    options.slice(group * limits.options, (group + 1) * limits.options),
  );
  return {
    option_groups: groups.map((members) => ({
      label: plainText(groupLabel(members[0] ?? first, members.at(-1) ?? first), limits.optionText),
      options: members,
    })),
  };
}

type ConfirmOptions = {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly style?: "primary" | "danger";
};

export function confirm({ title, text, yes, no, style }: ConfirmOptions): Confirm {
  return {
    title: plainText(title, limits.confirmTitle),
    text: plainText(closedUp(text), limits.confirmText),
    confirm: plainText(yes, limits.confirmButton),
    deny: plainText(no, limits.confirmButton),
    ...(style !== undefined && { style }),
  };
}

/** Throws RangeError for an id that is too long: cut short, it would name something else. */
export function whole(id: string, limit: number): string {
  if (id.length > limit) throw new RangeError(`Slack takes ids and values up to ${limit} long`);
  return id;
}

/** Slack's limits in characters, and ours for texts from outside. */
export const limits = {
  id: 255,
  header: 150,
  buttonText: 75,
  /** Slack takes 75, and cuts what it shows. */
  buttonShown: 30,
  buttonValue: 2000,
  buttonUrl: 3000,
  optionText: 75,
  optionValue: 75,
  menuValue: 150,
  options: 100,
  uploads: 10,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  viewTitle: 24,
  privateMetadata: 3000,
  messageBlocks: 50,
  homeBlocks: 100,
  /** Below the 3,000 that Slack takes, because it counts some characters twice. */
  passage: 2900,
  sectionText: 3000,
  nameShown: 80,
  lineShown: 120,
  nameInConfirm: 40,
  languageShown: 30,
  wordShown: 60,
  termShown: 100,
  /** Below the 2,000 that Slack takes, because other languages need more room than English. */
  label: 200,
  hint: 500,
} as const;
