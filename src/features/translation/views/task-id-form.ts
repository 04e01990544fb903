import type { ModalView } from "@slack/types";
import { z } from "zod";

import { limits, plainText, section } from "../../../slack/blocks.ts";
import type { Desk } from "../../../slack/people.ts";
import { callbackIds } from "../../ids.ts";

const block = "settle.task_id";

/** The task in our own records, and where the admin was asked. */
export type SettleRef = {
  readonly quoteId: string;
  readonly key: string;
  readonly channel: string;
};

/** Asks an admin for the id that the partner gave a task. */
export function taskIdForm(
  { quoteId, key, channel }: SettleRef,
  { tongue: { t } }: Desk,
): ModalView {
  return {
    type: "modal",
    callback_id: callbackIds.enterTaskId,
    private_metadata: [quoteId, key, channel].join("/"),
    title: plainText(t`Enter the task id`, limits.viewTitle),
    submit: plainText(t`Go on with it`, limits.viewTitle),
    close: plainText(t`Not now`, limits.viewTitle),
    blocks: [
      section(
        t`Ask the partner whether there is a task for this key, and enter its id here. I look it up before I believe it.`,
      ),
      {
        type: "input",
        block_id: block,
        label: plainText(t`Task id`, limits.label),
        element: { type: "plain_text_input", action_id: "id", max_length: 200 },
      },
    ],
  };
}

/** Reads the form's `private_metadata`; undefined when it is not ours. */
export function parseSettleRef(metadata: string): SettleRef | undefined {
  const [quoteId, key, channel, ...rest] = metadata.split("/");
  const isWhole = quoteId && key && channel && rest.length === 0;
  return isWhole ? { quoteId, key, channel } : undefined;
}

/** What was typed; undefined when nothing was. */
export function parseTaskId(values: unknown): string | undefined {
  const typed = schema.safeParse(values).data?.[block].id.value?.trim();
  return typed === "" ? undefined : typed;
}

/** An answer beside the field, as Slack wants it. */
export function taskIdError(sentence: string): Record<string, string> {
  return { [block]: sentence };
}

const schema = z.object({ [block]: z.object({ id: z.object({ value: z.string().nullish() }) }) });
