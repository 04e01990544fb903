import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createBooks } from "./books.ts";
import { createDeliveryFaults } from "./delivery/faults.ts";
import { createOutbox } from "./delivery/outbox.ts";
import { createResponseUrls } from "./delivery/response-urls.ts";
import { createSockets } from "./delivery/sockets.ts";
import { type DrawOptions, drawMessage, drawView } from "./drawing/draw.ts";
import { createExchanges } from "./exchanges.ts";
import { sendJson } from "./http-body.ts";
import { listen, shut } from "./listen.ts";
import type { Ephemeral, Message, View } from "./model.ts";
import { type SlackOptions, withDefaults } from "./options.ts";
import { createDrivenPerson } from "./people/driven.ts";
import { route, type RouteDeps } from "./routes.ts";
import { seed } from "./seed.ts";
import { createSlackFaults } from "./slack-faults.ts";
import type { NewPerson } from "./state/people.ts";
import { type Nothing, untilSeen, type Wait } from "./state/until.ts";
import { createApiFaults } from "./web-api/faults.ts";
import { createWorkspaceEvents } from "./workspace-events.ts";
import { createWorld } from "./world.ts";

export type SlackSandbox = Awaited<ReturnType<typeof startSlackSandbox>>;

/**
 * A Slack on this machine, with a small workspace in it. The bot reaches it by `apiUrl`, is reached
 * at `deliverTo` or over Socket Mode, and cannot tell; people are driven from code, and everything
 * that happens can be observed. Rejects when the port is taken.
 */
export async function startSlackSandbox(given: SlackOptions) {
  const options = withDefaults(given);
  const parts = await createParts(options);
  const { world, outbox, sockets, server } = parts;
  parts.address.origin = await listen(server, options);
  const house = seed(world);
  outbox.connect(options.deliverTo);

  async function close(): Promise<void> {
    outbox.connect(undefined);
    sockets.cut();
    await shut(server);
    await outbox.settled();
    await rm(parts.folder, { recursive: true, force: true });
  }

  return {
    apiUrl: `${world.origin()}/api/`,
    origin: world.origin(),
    botToken: options.botToken,
    appToken: options.appToken,
    signingSecret: options.signingSecret,
    app: world.app,
    ...surroundings(parts, house),
    /** Names the bot's `/slack/events`, or takes it away. */
    connect: (url: string | undefined): void => outbox.connect(url),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Options = ReturnType<typeof withDefaults>;
type Parts = Awaited<ReturnType<typeof createParts>>;

async function createParts(options: Options) {
  const folder = await mkdtemp(join(tmpdir(), "galley-slack-"));
  const address = { origin: "" };
  const { now, botToken, appToken, scopes } = options;
  const world = createWorld({ now, folder, origin: () => address.origin });
  const exchanges = createExchanges({ now, changes: world.changes });
  const delivery = createDeliveryFaults();
  const api = createApiFaults(world.ids.ts);
  const deadlineMs = options.ackDeadlineMs;
  const sockets = createSockets({ world, deadlineMs });
  const { signingSecret, events: subscriptions } = options;
  const from = { signingSecret, subscriptions, deadlineMs };
  const outbox = createOutbox({ world, sockets, exchanges, faults: delivery, ...from });
  const responseUrls = createResponseUrls({ world, outbox });
  const credentials = { botToken, appToken, scopes, isRevoked: false };
  const carried = { world, outbox, sockets, exchanges, responseUrls, credentials };
  const server = createRoutedServer({ ...carried, faults: api }, options.log);
  server.on("upgrade", (request, socket, head) => sockets.upgrade(request, socket, head));
  return { ...carried, folder, address, server, faults: createSlackFaults({ api, delivery }) };
}

function createRoutedServer(deps: RouteDeps, log: Options["log"]) {
  return createServer((request, response) => {
    route(deps, { request, response }).catch((error: unknown) => {
      log("the local Slack failed to answer", error);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { ok: false, error: "internal_error" });
    });
  });
}

function surroundings(parts: Parts, house: ReturnType<typeof seed>) {
  const { world, outbox, sockets, exchanges, faults } = parts;
  const driven = (person: (typeof house.people)["robin"]) => createDrivenPerson(parts, person);
  const { robin, ana, ada, sam, guest, other } = house.people;
  return {
    people: {
      /** Requester, approver (in the user group), admin, someone of the house, guest, other workspace. */
      robin: driven(robin),
      ana: driven(ana),
      ada: driven(ada),
      sam: driven(sam),
      guest: driven(guest),
      other: driven(other),
      add: (person: NewPerson) => driven(world.people.add(person)),
      /** Anyone by id, for a page that switches between people. */
      named(id: string) {
        const person = world.people.find(id);
        if (person === undefined) throw new Error(`There is no person ${id}`);
        return driven(person);
      },
    },
    translations: house.translations,
    general: house.general,
    approvers: house.approvers,
    /** The state itself, for looking and for arranging. */
    state: world,
    channels: world.channels,
    workspace: createWorkspaceEvents(parts),
    faults,
    deliveries: outbox,
    sockets,
    exchanges: exchanges.all,
    books: createBooks(world.changes, world.app.botUserId),
    /** Boxes of text for a terminal. */
    draw: {
      message: (message: Message | Ephemeral, how?: DrawOptions) =>
        drawMessage(world, message, how),
      view: (view: View, how?: DrawOptions) => drawView(world, view, how),
    },
    onChange: world.changes.onChange,
    changes: world.changes.stream,
    until: <T>(look: () => T | Nothing, wait?: Wait) => untilSeen(world.changes, look, wait),
  };
}
