import { z } from "zod";

import { type Encoding, encodings } from "../core/manuscript.ts";
import type { ApproveClick } from "./approval/actions/approve-quote.ts";
import type { Click } from "./approval/actions/decide.ts";
import { type GlossaryChoice, glossaryChoices } from "./glossary/rules/book-terms.ts";
import {
  actionIds,
  isEncodingAction,
  parseGlossary,
  parseOfferQuoteId,
  parseCardPlace,
  parseOfferTag,
  parseSlice,
  parseTaskValue,
} from "./ids.ts";
import type { CardFacts } from "./records/rules/recovery.ts";
import type { WayOn } from "./translation/rules/settling.ts";

/** A message of a person in a conversation of the bot; `files` are ids only, Slack is asked for the rest. */
export type PersonMessage = {
  readonly channel: string;
  readonly isDirect: boolean;
  readonly isMention: boolean;
  readonly ts: string;
  readonly thread: string;
  readonly person: string;
  /** As it was typed: Slack's escapes are undone, what Slack made of mentions and links stays in <…>. */
  readonly text: string;
  readonly files: readonly { readonly id: string; readonly name: string | undefined }[];
};

/** Undefined for what is nobody's message: a bot's, an edit, a deletion, a join, anything unreadable. */
export function parseMessage(body: unknown): PersonMessage | undefined {
  const parsed = messageBody.safeParse(body);
  if (!parsed.success) return undefined;
  const { event } = parsed.data;
  const { type, channel, ts, user, thread_ts } = event;
  return {
    channel,
    isDirect: event.channel_type === "im",
    isMention: type === "app_mention",
    ts,
    thread: thread_ts ?? ts,
    person: user,
    text: unescaped(event.text ?? ""),
    files: parseFiles(event),
  };
}

/** Slack tells of a message again when it had no answer, and of a mention twice: it is answered once. */
export async function isFirst(
  { once }: { readonly once: (name: string, forMs: number) => Promise<boolean> },
  { channel, ts }: PersonMessage,
): Promise<boolean> {
  return await once(`answered.${channel}.${ts}`, retriedMs);
}

/** Slack tries again for an hour and, where the app is set so, for a day. */
const retriedMs = 86_400_000;

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** The files of a message: ids and names only, Slack is asked for the rest. */
export function parseFiles(message: unknown): PersonMessage["files"] {
  const files = fileList.safeParse(message).data?.files ?? [];
  return files.map(({ id, name }) => ({ id, name: name ?? undefined }));
}

const fileList = z.object({
  files: z.array(z.object({ id: z.string().min(1), name: z.string().nullish() })).optional(),
});

const messageBody = z.object({
  event: z.object({
    type: z.enum(["message", "app_mention"]),
    subtype: z.enum(["file_share", "thread_broadcast"]).nullish(),
    bot_id: z.null().optional(),
    channel: z.string().min(1),
    channel_type: z.string().nullish(),
    user: z.string().min(1),
    ts: z.string().min(1),
    thread_ts: z.string().min(1).nullish(),
    text: z.string().nullish(),
    files: z.unknown().optional(),
  }),
});

export type CardClick = ClickPlace & { readonly quoteId: string } & (
    | ({ readonly kind: "approve" } & Pick<ApproveClick, "product" | "offer">)
    | { readonly kind: "undo"; readonly key: string }
    | { readonly kind: "ask-again" }
    | { readonly kind: "language"; readonly target: string }
    | { readonly kind: "strategy"; readonly choice: GlossaryChoice }
    | { readonly kind: "existing" }
    | { readonly kind: "encoding"; readonly encoding: Encoding }
    | { readonly kind: "doubt-encoding" }
    | { readonly kind: "link" | "file"; readonly key: string }
    | {
        readonly kind: "settle";
        readonly key: string;
        readonly way: SettleButton;
        readonly trigger: string;
      }
  );

/** Which of the admins' buttons it was; a task id is still to be asked for. */
export type SettleButton = WayOn["way"];

/** Undefined when the click names nothing of ours. */
export function parseClick(body: unknown): CardClick | undefined {
  const parsed = clickBody.safeParse(body);
  if (!parsed.success) return undefined;
  const { actions } = parsed.data;
  const [action] = actions;
  const ref = action.value ?? parseOfferQuoteId(action.block_id) ?? "";
  const place = placeOf(parsed.data);
  const offer = parseOfferTag(action.block_id);
  const product = products.get(action.action_id);
  if (action.action_id === actionIds.part || action.action_id === actionIds.again) {
    const [quoteId = "", part] = ref.split("/");
    const main = part === "part" ? "part" : "translation";
    return { ...place, quoteId, kind: "approve", product: main, offer };
  }
  if (product !== undefined) return { ...place, quoteId: ref, kind: "approve", product, offer };
  switch (action.action_id) {
    case actionIds.askAgain:
    case actionIds.doubtEncoding:
    case actionIds.existing:
      return { ...place, quoteId: ref, kind: plainKinds[action.action_id] };
    case actionIds.targetLang: {
      const target = action.selected_option?.value ?? "";
      return { ...place, quoteId: ref, kind: "language", target };
    }
    case actionIds.strategy:
      return strategyClick(ref, { place, chosen: action.selected_option?.value });
    case actionIds.freshLink:
    case actionIds.postFile:
    case actionIds.undo: {
      const task = parseTaskValue(ref);
      return task && { ...place, ...task, kind: plainKinds[action.action_id] };
    }
    default:
      return isEncodingAction(action.action_id)
        ? encodingClick(ref, place)
        : settleClick(parsed.data, place);
  }
}

/** Clicks that say nothing but that they were made. */
const plainKinds = {
  [actionIds.freshLink]: "link",
  [actionIds.postFile]: "file",
  [actionIds.undo]: "undo",
  [actionIds.askAgain]: "ask-again",
  [actionIds.doubtEncoding]: "doubt-encoding",
  [actionIds.existing]: "existing",
} as const;

function encodingClick(value: string, place: ClickPlace): CardClick | undefined {
  const { quoteId, key } = parseTaskValue(value) ?? {};
  const encoding = encodings.find((known) => known === key);
  return quoteId === undefined || encoding === undefined
    ? undefined
    : { ...place, quoteId, kind: "encoding", encoding };
}

function strategyClick(
  quoteId: string,
  { place, chosen }: { readonly place: ClickPlace; readonly chosen: string | undefined },
): CardClick | undefined {
  const choice = glossaryChoices.find((known) => known === chosen);
  return choice === undefined ? undefined : { ...place, quoteId, kind: "strategy", choice };
}

/** Where somebody clicked: the answer goes there. */
export type ClickPlace = Omit<Click, "quoteId"> & {
  readonly thread: string | undefined;
  /** One of Slack's three places for blocks. */
  readonly surface: Surface;
  /** The message that was clicked on; undefined for one that only they see. */
  readonly message: string | undefined;
};

export type Surface =
  | { readonly kind: "message" }
  | { readonly kind: "modal"; readonly viewId: string }
  | { readonly kind: "home"; readonly trigger: string };

/** A button that opens a form: whose, where, and on what. */
export function parseOpening(body: unknown) {
  const parsed = clickBody.safeParse(body).data;
  const trigger = parsed?.trigger_id;
  const quoteId = parsed?.actions[0].value;
  return parsed === undefined || trigger == null || quoteId == null
    ? undefined
    : { ...placeOf(parsed), quoteId, trigger };
}

function placeOf(body: z.infer<typeof clickBody>): ClickPlace {
  const { user, channel, message, view } = body;
  // A form knows by its memory where it was opened; Home is in no conversation.
  const memory = view?.type === "modal" ? parseCardPlace(view.private_metadata) : undefined;
  return {
    channel: channel?.id ?? memory?.channel ?? "",
    person: user.id,
    // In a thread without replies Slack shows nothing of what is for one person alone.
    thread: message?.thread_ts ?? memory?.thread,
    message: message?.ts,
    surface: surfaceOf(body),
  };
}

function surfaceOf({ view, trigger_id }: z.infer<typeof clickBody>): Surface {
  if (view == null) return { kind: "message" };
  const trigger = trigger_id ?? "";
  return view.type === "home" ? { kind: "home", trigger } : { kind: "modal", viewId: view.id };
}

/** An option of a card's or a result's ⋯: whose, where, on what, and which. */
export function parseMenuClick(body: unknown) {
  const parsed = clickBody.safeParse(body).data;
  const trigger = parsed?.trigger_id;
  const value = parsed?.actions[0].selected_option?.value;
  return parsed === undefined || trigger == null || value === undefined
    ? undefined
    : { ...placeOf(parsed), trigger, value };
}

function settleClick(
  { actions: [action], trigger_id }: z.infer<typeof clickBody>,
  place: ClickPlace,
): CardClick | undefined {
  const way = settleButtons.get(action.action_id);
  const task = parseTaskValue(action.value ?? "");
  return way === undefined || task === undefined
    ? undefined
    : { ...place, ...task, kind: "settle", way, trigger: trigger_id ?? "" };
}

// Maps: what comes from outside may be named like something that every object has.
const settleButtons: ReadonlyMap<string, SettleButton> = new Map([
  [actionIds.enterTaskId, "task-id"],
  [actionIds.closeTask, "not-created"],
  [actionIds.sendAgain, "send-again"],
  [actionIds.tryAgain, "try-again"],
  [actionIds.takeBack, "take-back"],
]);

const products: ReadonlyMap<string, ApproveClick["product"]> = new Map<
  string,
  ApproveClick["product"]
>([
  [actionIds.approve, "translation"],
  [actionIds.preview, "preview"],
  [actionIds.glossary, "glossary"],
]);

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
  view: z
    .object({ id: z.string(), type: z.string(), private_metadata: z.string().default("") })
    .nullish(),
  actions: z.tuple([action], action),
});

/** The Home tab's button for the form; its value is the direct message with the one who clicked. */
export function parseFormOpening(body: unknown) {
  const parsed = clickBody.safeParse(body).data;
  const trigger = parsed?.trigger_id;
  const channel = parsed?.actions[0].value;
  return parsed === undefined || trigger == null || channel == null
    ? undefined
    : { trigger, person: parsed.user.id, channel };
}

/** What a card's metadata tells of its runs; empty when it names none. */
export function parseCardFacts(payload: unknown): readonly CardFacts[] {
  const first = cardFacts.safeParse(payload).data;
  const others = z.object({ others: z.array(cardFacts) }).safeParse(payload).data?.others ?? [];
  return [...(first === undefined ? [] : [first]), ...others];
}

/** What the text of a card's runs was read as; undefined for UTF-8. */
export function parseCardEncoding(payload: unknown): Encoding | undefined {
  return z.object({ encoding: z.enum(encodings) }).safeParse(payload).data?.encoding;
}

const cardFacts = z
  .object({
    key: z.string().min(1),
    first_sent_at: z.number(),
    task_id: z.string().optional(),
    part: z.string().optional(),
    glossary: z.string().optional(),
  })
  .transform(({ key, first_sent_at: firstSentAt, task_id: taskId, ...words }): CardFacts => {
    const part = parseSlice(words.part);
    const glossary = parseGlossary(words.glossary);
    return {
      key,
      firstSentAt,
      taskId,
      ...(part !== undefined && { part }),
      ...(glossary !== undefined && { glossary }),
    };
  });
