import { type App, type Logger, type Receiver, SocketModeReceiver } from "@slack/bolt";

import { clientOptions } from "./clients.ts";
import type { Intake } from "./intake.ts";

type Deps = {
  readonly appToken: string;
  readonly apiUrl: string | undefined;
  readonly logger: Logger;
  readonly intake: Intake;
};

/**
 * Socket Mode through the same intake as HTTP: nothing recorded, no acknowledgement. Bolt's receiver keeps
 * the connection; what it would hand to the app goes through the intake first.
 */
export function createSocketReceiver({ appToken, apiUrl, logger, intake }: Deps): Receiver {
  const { slackApiUrl } = clientOptions({ apiUrl, logger });
  const socket = new SocketModeReceiver({
    appToken,
    logger,
    // Without an address of its own the receiver would ask Slack itself. No retry settings: it needs its many.
    installerOptions: { clientOptions: slackApiUrl === undefined ? {} : { slackApiUrl } },
    processEventErrorHandler: async () => false,
  });
  return {
    init: (app: App) => {
      intake.init(app);
      socket.init(
        behind(app, async (event) => {
          const { body, ack, retryNum, retryReason } = event;
          await intake.take({
            body,
            answer: async (response) => {
              await ack(response);
            },
            ...(retryNum !== undefined && { retryNum }),
            ...(retryReason !== undefined && { retryReason }),
          });
        }),
      );
    },
    start: () => socket.start(),
    stop: () => socket.stop(),
  };
}

/** The same app, but everything it is asked to process goes through `processEvent` given here. */
function behind(app: App, processEvent: App["processEvent"]): App {
  return new Proxy(app, {
    get: (target, name, receiver): unknown =>
      name === "processEvent" ? processEvent : Reflect.get(target, name, receiver),
  });
}
