import type {
  App,
  AllMiddlewareArgs,
  AnyMiddlewareArgs,
  MessageShortcut,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackEventMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import { z } from "zod";

export type Delivery = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: (response?: unknown) => Promise<void>;
};

export type Intake = ReturnType<typeof createIntake>;

type EventProcessor = Pick<App, "processEvent">;

type IntakeDeps = {
  /** Marks of finished work, which is not repeated: see `DedupMarks` in the store. */
  readonly marks?: {
    readonly first: (name: string, forMs: number) => Promise<boolean>;
    readonly has: (name: string) => Promise<boolean>;
  };
  readonly onEvent?: () => void;
  readonly onUnreadable?: (body: unknown) => void;
  readonly onEnd?: (outcome: "taken" | "failed") => void;
};

/** Is Bolt's receiver: passes Slack's deliveries on, over HTTP as over a socket. */
export function createIntake({ marks, onEvent, onUnreadable, onEnd }: IntakeDeps = {}) {
  const running = new Set<Promise<void>>();
  let app: EventProcessor | undefined;

  const run = async ({ answer, ...request }: Delivery): Promise<void> => {
    if (app === undefined) throw new Error("a delivery came before the app was there");
    const delivery = { ...request, body: withoutNulls(request.body) };
    // Bolt breaks on it, and Slack would send it again.
    if (!knownKind.safeParse(delivery.body).success) {
      onUnreadable?.(delivery.body);
      return await answer();
    }
    if (delivery.body["type"] !== "event_callback") {
      return await app.processEvent({ ...delivery, ack: answer });
    }
    onEvent?.();
    const mark = markOf(delivery.body);
    if (mark !== undefined && (await marks?.has(mark)) === true) return await answer();
    await app.processEvent({ ...delivery, ack: async () => {} });
    // Only now: an event that was not recorded has to come again.
    if (mark !== undefined) await marks?.first(mark, retriedMs);
    await answer();
  };

  return {
    init: (started: EventProcessor): void => {
      app = started;
    },
    start: async () => {},
    stop: async () => {},
    isOpen: (): boolean => app !== undefined,
    /**
     * Runs a delivery through Bolt. Bolt acknowledges events before its listeners run; here an
     * event is acknowledged only after the listeners have recorded it.
     *
     * @throws the errors of the listeners: the event is then not acknowledged, and Slack delivers
     * it again.
     */
    take: async (delivery: Delivery): Promise<void> => {
      const work = run(delivery);
      running.add(work);
      try {
        await work;
        onEnd?.("taken");
      } catch (error) {
        onEnd?.("failed");
        throw error;
      } finally {
        running.delete(work);
      }
    },
    drain: async (): Promise<void> => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

/** Returns a mark for an event with an effect in records: talk, edits, bots' messages have none. */
function markOf({ event_id: id, event }: Delivery["body"]): string | undefined {
  if (typeof id !== "string") return undefined;
  return withoutEffect.safeParse(event).success ? undefined : `event.${id}`;
}

const withoutEffect = z.union([
  z.object({
    type: z.literal("message"),
    channel_type: z.enum(["channel", "group", "mpim"]),
    thread_ts: z.undefined(),
    files: z.undefined(),
  }),
  z.object({ type: z.literal("message"), subtype: z.enum(["message_changed", "message_deleted"]) }),
  z.object({ type: z.literal("message"), bot_id: z.string().min(1) }),
  // A large workspace has many of them.
  z.object({ type: z.literal("user_change") }),
]);

/** Slack retries for an hour and, if the app is set so, for a day. */
const retriedMs = 86_400_000;

/** Logs each kind of unreadable payload once: the names of its fields and none of their values. */
export function createUnreadable(log: (fields: object, message: string) => void) {
  const shapes = new Set<string>();
  return (body: unknown): void => {
    const shape = shapeOf(body, 2);
    if (shapes.has(shape) || shapes.size >= knownAtMost) return;
    shapes.add(shape);
    log({ shape }, "a payload from Slack cannot be read");
  };
}

const knownAtMost = 100;

/** Removes nulls, which Slack writes for absent fields, because Bolt reads into some of them. */
function withoutNulls(body: Delivery["body"]): Delivery["body"] {
  const content = present(body);
  const { event } = content;
  return isFields(event) ? { ...content, event: present(event) } : content;
}

/** True for an object of named fields, whatever they hold. */
export function isFields(value: unknown): value is Delivery["body"] {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function present(all: Delivery["body"]): Delivery["body"] {
  if (!Object.values(all).includes(null)) return all;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

const fields = z.record(z.string(), z.unknown());
const user = z.object({ id: z.string() });

const knownKind = z.union([
  z.object({ type: z.literal("event_callback"), event: z.object({ type: z.string() }) }),
  z.object({ type: z.literal("block_actions"), user, actions: z.array(z.unknown()) }),
  z.object({ type: z.literal("message_action"), user }),
  z.object({ type: z.literal("view_submission"), user, view: fields }),
  z.object({ command: z.string(), user_id: z.string() }),
]);

/** Deeper names may be people's choice, such as ids of fields and channels. */
function shapeOf(value: unknown, depth: number): string {
  if (Array.isArray(value)) return `[${depth > 0 ? shapeOf(value[0], depth) : ""}]`;
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  if (depth === 0) return "{}";
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${name}:${shapeOf(field, depth - 1)}`).join(",")}}`;
}

type Listener<Args> = (args: Args & AllMiddlewareArgs) => Promise<void>;
type EventName =
  | "message"
  | "app_mention"
  | "app_home_opened"
  | "file_deleted"
  | "app_uninstalled"
  | "tokens_revoked"
  | "user_change";

/** Listeners by kind and name. Bolt ignores a delivery without a listener: it is logged. */
export type Routes = ReturnType<typeof openRoutes>;

/**
 * Registers one listener for all: Bolt runs every delivery through the chain of each listener. A
 * listener for each button would cost more than all the rest.
 */
export function openRoutes(app: App, onUnknown: (body: unknown) => void) {
  const table = new Map<string, Listener<AnyMiddlewareArgs>>();
  const put = (kind: string, names: string | readonly string[], listener: Listener<never>) => {
    for (const name of [names].flat()) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `nameOf` gives each what its kind is
      table.set(`${kind} ${name}`, listener as Listener<AnyMiddlewareArgs>);
    }
  };
  const byId =
    <Args>(kind: string) =>
    (ids: string | readonly string[], listener: Listener<Args>): void =>
      put(kind, ids, listener);
  app.use(async (args) => {
    const listener = table.get(nameOf(args));
    if (listener === undefined) return onUnknown(args.body);
    await listener(args);
  });
  return {
    event: <Name extends EventName>(
      names: Name | readonly Name[],
      listener: Listener<SlackEventMiddlewareArgs<Name>>,
    ): void => put("event", names, listener),
    /** Slack sends an app its own commands alone. */
    command: (listener: Listener<SlackCommandMiddlewareArgs>): void => put("command", "", listener),
    action: byId<SlackActionMiddlewareArgs>("action"),
    view: byId<SlackViewMiddlewareArgs<ViewSubmitAction>>("view_submission"),
    messageShortcut: byId<SlackShortcutMiddlewareArgs<MessageShortcut>>("message_action"),
  };
}

function nameOf(args: AnyMiddlewareArgs): string {
  if ("event" in args) return `event ${args.event.type}`;
  if ("command" in args) return "command ";
  if ("view" in args) return `${args.body.type} ${args.view.callback_id}`;
  if ("shortcut" in args) return `${args.shortcut.type} ${args.shortcut.callback_id}`;
  return "action" in args ? `action ${actionId(args.action)}` : "";
}

/** A click may come without any action, whatever Bolt's types say. */
function actionId(action: unknown): string {
  const isAction = typeof action === "object" && action !== null && "action_id" in action;
  return isAction ? String(action.action_id) : "";
}
