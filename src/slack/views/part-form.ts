import type { InputBlock, ModalView, PlainTextOption } from "@slack/types";
import { z } from "zod";

import { type Quote, manuscriptOf } from "../../domain/quote.ts";
import { callbackIds } from "../ids.ts";
import { plain } from "../mrkdwn.ts";
import { limits, plainText, section } from "./blocks.ts";
import type { Desk } from "./desk.ts";

const blocks = { first: "part.first", last: "part.last" } as const;

/** The first and the last chapter that the card is to be about. */
export function partForm(quote: Quote, channel: string, desk: Desk): ModalView {
  const { t } = desk.tongue;
  const titles = (manuscriptOf(quote)?.chapters ?? []).map(({ title }) => title);
  const options = titles.map((title, index) => chapterOption(title, index + 1));
  return {
    type: "modal",
    callback_id: callbackIds.choosePart,
    private_metadata: [quote.id, channel].join("/"),
    title: plainText(t`Choose chapters`, limits.viewTitle),
    submit: plainText(t`Choose`, limits.viewTitle),
    close: plainText(t`Not now`, limits.viewTitle),
    blocks: [
      section(t`Nothing is bought by this: the card then shows these chapters and their price.`),
      chapterInput({ block_id: blocks.first, label: t`From`, options }, desk),
      chapterInput({ block_id: blocks.last, label: t`To`, options }, desk),
    ],
  };
}

/** Reads the form's `private_metadata`; undefined when it is not ours. */
export function parsePartPlace(metadata: string) {
  const [quoteId, channel, ...rest] = metadata.split("/");
  return quoteId && channel && rest.length === 0 ? { quoteId, channel } : undefined;
}

/** What was chosen, counted from 1. */
export function parsePartForm(values: unknown) {
  const form = submission.safeParse(values).data;
  return form === undefined
    ? undefined
    : {
        first: Number(form[blocks.first].chapter.selected_option.value),
        last: Number(form[blocks.last].chapter.selected_option.value),
      };
}

/** An answer beside the second field, as Slack wants it. */
export function partError(sentence: string): Record<string, string> {
  return { [blocks.last]: sentence };
}

const chapter = z.object({
  chapter: z.object({ selected_option: z.object({ value: z.string().regex(/^\d{1,5}$/u) }) }),
});
const submission = z.object({ [blocks.first]: chapter, [blocks.last]: chapter });

function chapterOption(title: string, number: number): PlainTextOption {
  const text = `${number}. ${plain(title, limits.optionText)}`;
  return { text: plainText(text, limits.optionText), value: String(number) };
}

type Chapters = {
  readonly block_id: string;
  readonly label: string;
  readonly options: PlainTextOption[];
};

function chapterInput({ block_id, label, options }: Chapters, desk: Desk): InputBlock {
  const { t } = desk.tongue;
  return {
    type: "input",
    block_id,
    label: plainText(label, limits.optionText),
    element: {
      type: "static_select",
      action_id: "chapter",
      placeholder: plainText(t`Choose a chapter`, limits.optionText),
      ...(options.length <= limits.options
        ? { options }
        : { option_groups: groups(options, desk) }),
    },
  };
}

/** More than a select holds are dealt into groups, through all of which Slack searches. */
function groups(options: PlainTextOption[], { tongue: { t } }: Desk) {
  const count = Math.ceil(options.length / limits.options);
  return Array.from({ length: count }, (_, group) => {
    const members = options.slice(group * limits.options, (group + 1) * limits.options);
    const label = t`${members[0]?.value ?? ""} to ${members.at(-1)?.value ?? ""}`;
    return { label: plainText(label, limits.optionText), options: members };
  });
}
