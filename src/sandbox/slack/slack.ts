import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eventOf, personEvent } from "#sandbox/slack/delivery/events.ts";
import { createOutbox } from "#sandbox/slack/delivery/outbox.ts";
import { createSockets } from "#sandbox/slack/delivery/sockets.ts";
import { type DrawOptions, drawMessage, drawView } from "#sandbox/slack/drawing/draw.ts";
import { createDrivenPerson } from "#sandbox/slack/people/driven.ts";
import {
  type Change,
  type Nothing,
  type Wait,
  createRecords,
  untilSeen,
} from "#sandbox/slack/state/changes.ts";
import type { NewPerson } from "#sandbox/slack/state/people.ts";
import { createResponseUrls } from "#sandbox/slack/web-api/content.ts";

import { createFaults } from "./faults.ts";
import { keepAliveTimeout, listen, sendJson, shut } from "./http.ts";
import type { Ephemeral, Message, View } from "./model.ts";
import { SCOPES, type SlackOptions } from "./options.ts";
import { route } from "./routes.ts";
import { createWorld, seed } from "./world.ts";

export type SlackSandbox = Awaited<ReturnType<typeof startSlackSandbox>>;

/**
 * A Slack on this machine, with a small workspace in it. The bot reaches it by `apiUrl`, is reached
 * at `deliverTo` or over Socket Mode, and cannot tell; people are driven from code, and everything
 * that happens can be observed.
 */
export async function startSlackSandbox(options: SlackOptions) {
  const parts = await createParts(options);
  const { world, outbox, sockets, server } = parts;
  const own = await listen(server, 0);
  parts.address.origin = (await options.reachedAt?.(own)) ?? own;
  const galley = seed(world);

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
    ...secrets,
    appToken: parts.credentials.appToken,
    app: world.app,
    ...surroundings(parts, galley),
    /** Names the bot's `/slack/events`, or takes it away. */
    connect: outbox.connect,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Parts = Awaited<ReturnType<typeof createParts>>;

const secrets = {
  botToken: "xoxb-sandbox-bot",
  signingSecret: "sandbox-signing-secret",
};

async function createParts(options: SlackOptions) {
  const { now, scopes = SCOPES, teamId, isOrgWide = false } = options;
  const { ackDeadlineMs: deadlineMs = 3000, triggerMs = 3000 } = options;
  const folder = await mkdtemp(join(tmpdir(), "galley-slack-"));
  const address = { origin: "" };
  const origin = () => address.origin;
  const world = createWorld({ now, folder, teamId, isOrgWide, triggerMs, origin });
  const { changes, app, ids } = world;
  const records = createRecords({ now, changes, botUserId: app.botUserId });
  const faults = createFaults(ids.ts);
  const sockets = createSockets({ world, deadlineMs });
  const { signingSecret } = secrets;
  const outbox = createOutbox({ world, sockets, records, faults, signingSecret, deadlineMs });
  changes.onChange((change) => {
    if (change.kind === "person-changed") outbox.dispatch([personEvent(world, change.person)]);
  });
  const responseUrls = createResponseUrls(world);
  const appToken = `xapp-1-${app.id}-1-sandbox`;
  const credentials = { ...secrets, appToken, scopes, isRevoked: false };
  const carried = { world, outbox, sockets, records, faults, responseUrls, credentials };
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    route(carried, { request, response }).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { ok: false, error: "internal_error", why: String(error) });
    });
  });
  server.on("upgrade", (request, socket, head) => sockets.upgrade(request, socket, head));
  return { ...carried, folder, address, server };
}

function surroundings(parts: Parts, galley: ReturnType<typeof seed>) {
  const { world, outbox, sockets, records, faults, credentials } = parts;
  const driven = (person: (typeof galley.people)["robin"]) => createDrivenPerson(parts, person);
  const { robin, ana, ada, sam, guest, other } = galley.people;
  return {
    people: {
      /** Requester, approver (in the user group), admin, someone of the galley, guest, other workspace. */
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
    translations: galley.translations,
    general: galley.general,
    approvers: galley.approvers,
    /** The state itself, for looking and for arranging. */
    state: world,
    channels: world.channels,
    /** An event that says that a file was deleted, whether it was or not. */
    tellsOfDeletion: (id: string) =>
      outbox.deliverAll([eventOf(world, undefined, { type: "file_deleted", file_id: id })]),
    /** Somebody takes the app out of the workspace: Slack tells of it, in no certain order. */
    async uninstall(): Promise<void> {
      credentials.isRevoked = true;
      const tokens = { oauth: [], bot: [world.app.botUserId] };
      await outbox.deliverAll([
        eventOf(world, undefined, { type: "tokens_revoked", tokens }),
        eventOf(world, undefined, { type: "app_uninstalled" }),
      ]);
    },
    /** From now on the bot's token is dead. */
    revokeToken: (): void => void (credentials.isRevoked = true),
    faults,
    deliveries: outbox,
    sockets,
    exchanges: records.exchanges,
    records,
    /** `records` under its earlier name: cases of other repositories ask for it. */
    books: records,
    /** Boxes of text for a terminal. */
    draw: {
      message: (message: Message | Ephemeral, how?: DrawOptions) =>
        drawMessage(world, message, how),
      view: (view: View, how?: DrawOptions) => drawView(world, view, how),
    },
    onChange: (listener: (change: Change) => void) => world.changes.onChange(listener),
    until: <T>(look: () => T | Nothing, wait?: Wait) => untilSeen(world.changes, look, wait),
  };
}
