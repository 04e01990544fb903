import { type App, SocketModeReceiver } from "@slack/bolt";

import type { Clock } from "#lib/clock.ts";

import { clientOptions, quietLog, slackCall, troubleOf, waitAfter } from "./clients.ts";
import type { Intake } from "./intake.ts";

type SocketReceiverOptions = Pick<Clock, "tick" | "sleep"> & {
  readonly appToken: string;
  readonly apiUrl: string | undefined;
  readonly intake: Intake;
  readonly onFault: (error: unknown) => void;
  /** Receives each new trouble with the connection once, as a sentence. */
  readonly onTrouble: (sentence: string, error: unknown) => void;
  /** Receives each new connection, and how long there was none, ms. */
  readonly onConnected: (awayMs: number) => void;
};

/**
 * Runs Socket Mode through the same intake as HTTP: an event that is not recorded is not
 * acknowledged. `start` resolves when the socket is connected, or closed again.
 */
export function createSocketReceiver(deps: SocketReceiverOptions) {
  const socket = openSocket(deps);
  const closing = new AbortController();
  return {
    ...createConnection(socket, deps, closing.signal),
    stop: async (): Promise<void> => {
      closing.abort();
      await socket.stop();
    },
  };
}

/** Bolt's own reconnect ends the process when Slack refuses the token meanwhile. */
function openSocket({
  appToken,
  apiUrl,
  intake,
  onFault,
}: SocketReceiverOptions): SocketModeReceiver {
  const options = clientOptions({ apiUrl, logger: quietLog });
  const socket = new SocketModeReceiver({
    appToken,
    logger: quietLog,
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: { ...options, retryConfig: { retries: 0 } } },
    processEventErrorHandler: async ({ error }) => {
      onFault(error);
      return false;
    },
  });
  ignoreOddFrames(socket, onFault);
  const processEvent: App["processEvent"] = async ({ body, ack }) => {
    await intake.take({ body, answer: (response) => ack(response) });
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Bolt's receiver uses nothing else of an app
  socket.init({ processEvent } as App);
  return socket;
}

/** The SDK throws where nothing catches it when a frame is `null`, or an event without a payload. */
function ignoreOddFrames({ client }: SocketModeReceiver, onFault: (error: unknown) => void): void {
  const listeners = client.listeners(frame);
  client.removeAllListeners(frame);
  client.on(frame, (...args: unknown[]) => {
    for (const take of listeners) {
      Promise.resolve(Reflect.apply(take, client, args)).catch(onFault);
    }
  });
}

const frame = "ws_message";

/** Connects, and connects again whenever the connection ends, until the signal is aborted. */
function createConnection(
  socket: SocketModeReceiver,
  { tick, sleep, onTrouble, onConnected }: SocketReceiverOptions,
  closing: AbortSignal,
) {
  let trouble: string | undefined = "Socket Mode is not connected yet.";
  let end = () => {};
  socket.client.on("disconnected", () => end());
  const keep = async (onFirst: () => void): Promise<void> => {
    let [awaySince, troubledSince] = [tick(), tick()];
    while (!closing.aborted) {
      const triedAt = tick();
      let fault: unknown;
      try {
        const disconnection = new Promise<void>((resolve) => {
          end = resolve;
        });
        await slackCall(() => socket.client.start());
        // It may have opened after everything was closed.
        if (closing.aborted) return await socket.stop();
        trouble = undefined;
        onConnected(tick() - awaySince);
        onFirst();
        await disconnection;
        awaySince = tick();
        // Slack ends each connection after some hours. That needs no log line, but nothing arrives
        // until the next one.
        trouble = "Socket Mode is not connected.";
      } catch (error) {
        fault = error;
        const sentence = troubleOf(error, "SLACK_APP_TOKEN", "Socket Mode is not connected");
        if (sentence !== trouble) onTrouble(sentence, error);
        trouble = sentence;
      }
      // One that ended soon was trouble, too.
      if (fault === undefined && tick() - triedAt > soonMs) troubledSince = tick();
      await sleep(waitAfter(fault, tick() - troubledSince), closing);
    }
  };
  return {
    start: () =>
      new Promise<void>((resolve) => {
        closing.addEventListener("abort", () => resolve());
        void keep(resolve);
      }),
    check: () => (trouble === undefined ? [] : [trouble]),
  };
}

const soonMs = 60_000;
