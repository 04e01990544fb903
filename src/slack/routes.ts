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

/** Listeners by kind and name. Bolt ignores a delivery without a listener: it is logged. */
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
 * Registers one listener for all: Bolt runs every delivery through the chain of each listener. A
 * listener for each button would cost more than all the rest.
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

/** Returns the kind of a delivery and its name, as in the table. */
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
