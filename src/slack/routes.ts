import type {
  AllMiddlewareArgs,
  AnyMiddlewareArgs,
  App,
  MessageShortcut,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackEventMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";

type Listener<Args> = (args: Args & AllMiddlewareArgs) => Promise<void>;
type EventName =
  | "message"
  | "app_mention"
  | "app_home_opened"
  | "file_deleted"
  | "app_uninstalled"
  | "tokens_revoked";

/** Who listens to what. Of a delivery that nobody listens to Bolt makes nothing: it is noted. */
export type Routes = {
  readonly event: <Name extends EventName>(
    names: Name | readonly Name[],
    listener: Listener<SlackEventMiddlewareArgs<Name>>,
  ) => void;
  /** Slack sends an app its own commands alone. */
  readonly command: (listener: Listener<SlackCommandMiddlewareArgs>) => void;
  /** By their ids. */
  readonly action: (
    ids: string | readonly string[],
    listener: Listener<SlackActionMiddlewareArgs>,
  ) => void;
  /** A form that was sent. */
  readonly view: (
    callbackId: string,
    listener: Listener<SlackViewMiddlewareArgs<ViewSubmitAction>>,
  ) => void;
  readonly messageShortcut: (
    callbackId: string,
    listener: Listener<SlackShortcutMiddlewareArgs<MessageShortcut>>,
  ) => void;
};

/**
 * One listener for all: Bolt takes every delivery through the chain of each listener that it knows, which
 * for a listener to each button would cost more than all the rest of it.
 */
export function openRoutes(app: App, onUnknown: (body: unknown) => void): Routes {
  const table = new Map<string, Listener<AnyMiddlewareArgs>>();
  const add =
    (kind: string) =>
    (names: string | readonly string[], listener: Listener<never>): void => {
      for (const name of [names].flat()) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `nameOf` gives each what its kind is
        table.set(`${kind} ${name}`, listener as Listener<AnyMiddlewareArgs>);
      }
    };
  app.use(async (args) => {
    const listener = table.get(nameOf(args));
    if (listener === undefined) return onUnknown(args.body);
    await listener(args);
  });
  return {
    event: add("event"),
    command: (listener) => add("command")("", listener),
    action: add("action"),
    view: add("view_submission"),
    messageShortcut: add("message_action"),
  };
}

/** The kind of a delivery and its name among these. */
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
