import { z } from "zod";

import type { Message } from "../slack/blocks.ts";
import type { ViewContext } from "../slack/people.ts";
import type { Click } from "./approval/actions/decide.ts";
import { parseCardPlace, parseOfferQuoteId } from "./ids.ts";

/**
 * The outcome of a click, put into words after the click is acknowledged; undefined if the card
 * shows it.
 */
export type Reply = (context: ViewContext) => Message | undefined;

/** The place of a click, where its reply goes. */
export type ClickPlace = Omit<Click, "quoteId"> & {
  readonly thread: string | undefined;
  /** One of Slack's three places for blocks. */
  readonly surface: Surface;
  /** The message with the button; undefined for an ephemeral one. */
  readonly message: string | undefined;
  /** Lets one form be opened within three seconds. */
  readonly trigger: string;
};

export type Surface =
  | { readonly kind: "message" }
  | { readonly kind: "home" }
  | {
      readonly kind: "modal";
      readonly viewId: string;
      /** The form's `private_metadata`, written when it was opened. */
      readonly memory: string;
      readonly values: unknown;
    };

/** A click on any button or menu, as Slack reports it. */
export type Clicked = ClickPlace & {
  readonly actionId: string;
  /** The value of a button; empty for a menu. */
  readonly value: string;
  /** The option chosen in a menu. */
  readonly option: string | undefined;
  readonly blockId: string;
  /** From the button's value or the menu's block id; empty if neither names a quote. */
  readonly quoteId: string;
};

/** Returns undefined for a body that is not a click. */
export function parseClicked(body: unknown): Clicked | undefined {
  const parsed = clickBody.safeParse(body).data;
  if (parsed === undefined) return undefined;
  const { user, channel, message, container, view, trigger_id, actions } = parsed;
  const [{ action_id: actionId, block_id: blockId, value, selected_option }] = actions;
  // A form's memory says where it was opened; Home is in no conversation.
  const memory = view?.type === "modal" ? parseCardPlace(view.private_metadata) : undefined;
  return {
    channel: channel?.id ?? container?.channel_id ?? memory?.channel ?? "",
    person: user.id,
    // Slack shows no ephemeral message in a thread without replies.
    thread: message?.thread_ts ?? container?.thread_ts ?? memory?.thread,
    message: message?.ts,
    surface: surfaceOf(view),
    trigger: trigger_id ?? "",
    actionId,
    blockId,
    value: value ?? "",
    option: selected_option?.value,
    quoteId: value ?? parseOfferQuoteId(blockId) ?? "",
  };
}

function surfaceOf(view: z.infer<typeof clickBody>["view"]): Surface {
  if (view == null) return { kind: "message" };
  const { id: viewId, type, private_metadata: memory, state } = view;
  return type === "home"
    ? { kind: "home" }
    : { kind: "modal", viewId, memory, values: state?.values };
}

const action = z.object({
  action_id: z.string(),
  block_id: z.string().default(""),
  value: z.string().nullish(),
  selected_option: z.object({ value: z.string() }).nullish(),
});

const clickBody = z.object({
  type: z.literal("block_actions"),
  trigger_id: z.string().nullish(),
  user: z.object({ id: z.string().min(1) }),
  channel: z.object({ id: z.string().min(1) }).nullish(),
  message: z.object({ ts: z.string(), thread_ts: z.string().nullish() }).nullish(),
  container: z
    .object({ thread_ts: z.string().nullish(), channel_id: z.string().min(1).nullish() })
    .nullish(),
  view: z
    .object({
      id: z.string(),
      type: z.string(),
      private_metadata: z.string().default(""),
      state: z.object({ values: z.unknown() }).nullish(),
    })
    .nullish(),
  actions: z.tuple([action], action),
});
