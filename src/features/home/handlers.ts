import type { SlashCommand } from "@slack/bolt";
import { z } from "zod";

import { type ListenerDeps, type Action, action, linksTo } from "#features/shared/action.ts";
import { actionIds, parseCardPlace } from "#features/shared/ids.ts";
import { homeTab } from "#features/shared/rights.ts";
import type { Message } from "#slack/blocks.ts";
import { slackCall } from "#slack/clients.ts";
import type { Routes } from "#slack/intake.ts";
import { conversationOf } from "#slack/messages.ts";

import { homeView, listed, statusReply, waitingShown } from "./home-view.ts";
import { showHome, showStatus } from "./show-home.ts";

export function registerHomeOpened(routes: Routes, deps: ListenerDeps): void {
  routes.event("app_home_opened", async ({ body }) => {
    const result = openedBody.safeParse(body);
    if (!result.success) return deps.unreadable(body);
    const { user: person, channel: direct, tab } = result.data.event;
    if (tab === "home") await publish(deps, { person, direct, from: 0 });
  });
}

const id = z.string().min(1);
const event = z.object({ user: id, channel: id, tab: z.string().optional() });
const openedBody = z.object({ event });

type Opened = {
  readonly person: string;
  /** The direct message with that person. */
  readonly direct: string;
  /** How many of the quotes to decide come before those that are shown. */
  readonly from: number;
};

async function publish(deps: ListenerDeps, opened: Opened): Promise<void> {
  const { person, direct } = opened;
  const { ctx, contexts, clients } = deps;
  const [home, context] = await Promise.all([
    showHome(ctx, { person }),
    contexts.forPerson(person),
  ]);
  // Others may have decided what stood on this page.
  const from = opened.from < (home.waiting?.length ?? 0) ? opened.from : 0;
  const lists = [home.mine, home.running, waitingShown(home, from)];
  const visible = lists.flatMap((quotes) => quotes.slice(0, listed));
  const links = await linksTo(deps, person, visible);
  const now = ctx.now();
  const view = homeView({ home, person, context, direct, links, now, from, parts: deps.homeParts });
  await slackCall(() => clients.steady.views.publish({ user_id: person, view }));
}

/**
 * Draws Home again after a click there, or a form that was opened there. A failure is left to the
 * next time that Home is opened: what the person did is done.
 */
export async function redrawHome(deps: ListenerDeps, body: unknown): Promise<void> {
  const { user, view, actions = [] } = usedBody.safeParse(body).data ?? {};
  if (user === undefined || view === undefined) return;
  const place = view.type === "home" ? homeTab : parseCardPlace(view.private_metadata)?.channel;
  if (place !== homeTab) return;
  const person = user.id;
  const offset = actions.find(({ action_id }) => pages.has(action_id))?.value;
  const from = Number(offset ?? (view.type === "home" ? view.private_metadata : "0"));
  await conversationOf(deps.clients.steady, person)
    .then((direct) => publish(deps, { person, direct, from: Number.isInteger(from) ? from : 0 }))
    .catch(() => undefined);
}

/** The buttons that show another page of the quotes to decide: Home is drawn again after every click. */
const pages = new Set<string>([actionIds.nextWaiting, actionIds.firstWaiting]);

const usedBody = z.object({
  user: z.object({ id }),
  view: z.object({ type: z.string(), private_metadata: z.string().default("") }),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().optional() })).default([]),
});

export const homeActions: readonly Action[] = [
  action({
    ids: [...pages],
    read: () => ({}),
    ack: "first",
    run: async () => undefined,
  }),
];

/** `/translate status`, and with words after it the manuscripts that have them in their names. */
export async function statusAsked(
  deps: ListenerDeps,
  { user_id: person }: SlashCommand,
  search: string | undefined,
): Promise<Message> {
  const quotes = await showStatus(deps.ctx, { person, search });
  const links = await linksTo(deps, person, quotes.slice(0, listed));
  const context = await deps.contexts.forPerson(person);
  return statusReply(quotes, { context, search, links, now: deps.ctx.now() });
}
