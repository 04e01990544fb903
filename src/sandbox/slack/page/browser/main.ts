import type { News } from "../../../playground/wire.ts";
import type { Screen } from "../wire.ts";
import { readAddress, writeAddress } from "./address.ts";
import type { App } from "./app.ts";
import { createConversation } from "./conversation.ts";
import { h } from "./dom.ts";
import { createDrawer } from "./drawer.ts";
import { createHome } from "./home.ts";
import { menuClosed } from "./menus.ts";
import { createModal } from "./modal.ts";
import { createNotices } from "./notices.ts";
import { readingOf } from "./reading.ts";
import { createSidebar } from "./sidebar.ts";
import { emptyState, learn, type Spot } from "./state.ts";
import { listen, perform, turn, upload, uploadSample } from "./talk.ts";
import { createThread } from "./thread.ts";
import { createTop } from "./top.ts";

const state = emptyState(readAddress());
const notices = createNotices();
let live: { readonly close: () => void } | undefined;
let isDue = false;

const app: App = {
  state,
  reading: () => readingOf(state.screen ?? nobody),
  async perform(deed) {
    const outcome = await perform(state.spot.me, deed);
    if (outcome.status === "trouble") notices.warn(outcome.reason);
    return outcome;
  },
  async turn(control) {
    const trouble = await turn(state.spot.me, control);
    if (trouble !== undefined) notices.warn(trouble);
  },
  upload: (file) => orWarn(upload(state.spot.me, file)),
  uploadSample: (id) => orWarn(uploadSample(state.spot.me, id)),
  go: (to) => move({ ...state.spot, ...to }),
  warn: notices.warn,
};

const nobody = {
  me: "",
  bot: "",
  workspace: "",
  people: [],
  groups: [],
  channels: [],
  messages: [],
  ephemerals: [],
  files: [],
  commands: [],
  shortcuts: [],
  home: undefined,
  modal: undefined,
};

const sidebar = createSidebar(app, () => document.body.classList.remove("has-menu"));
const drawer = createDrawer(app);
const top = createTop(app, {
  menu: () => document.body.classList.toggle("has-menu"),
  drawer: drawer.toggle,
});
const rooms = [createConversation(app), createHome(app), createThread(app)];
const parts = [top, sidebar, ...rooms, drawer, createModal(app)];

document.body.append(
  top.node,
  h("main", { class: "desk" }, sidebar.node, ...rooms.map(({ node }) => node)),
  drawer.node,
  ...parts.slice(-1).map(({ node }) => node),
  notices.node,
);

function move(to: Spot): void {
  const isOther = to.me !== state.spot.me;
  state.spot = to;
  writeAddress(to);
  if (isOther) enter();
  if (to.place === "home") void app.perform({ deed: "open-home" });
  draw();
}

/** Sees everything anew, with the eyes of whoever is on the page now. */
function enter(): void {
  live?.close();
  state.seen.clear();
  live = listen(state.spot.me, {
    hear,
    connection: (now) => {
      state.connection = now;
      draw();
    },
  });
}

function hear(news: News): void {
  notices.speak(app, news);
  learn(state, news);
  if (news.kind === "screen") settle(news.screen);
  if (news.kind === "message") openOwnThread(news);
  draw();
}

/** An address that names nobody, or a place that this person does not have, leads to the desk's channel. */
function settle({ me, bot, channels }: Screen): void {
  const { place } = state.spot;
  const isThere = ["galley", "home", ...channels.map(({ id }) => id)].includes(place);
  if (state.spot.me === me && isThere) return;
  const desk = channels.find(({ kind, members }) => kind !== "im" && members.includes(bot));
  state.spot = { ...state.spot, me, place: isThere ? place : (desk?.id ?? "galley") };
  writeAddress(state.spot);
}

/** Whoever hands a manuscript in wants to see the card come. */
function openOwnThread({ message }: Extract<News, { kind: "message" }>): void {
  const { channel, ts, threadTs, user, fileIds } = message;
  const isOwn = user === state.spot.me && fileIds.length > 0 && threadTs === undefined;
  if (isOwn && state.spot.thread === undefined && isShown(channel)) app.go({ thread: ts });
}

const isShown = (channel: string) => state.spot.place === channel || state.spot.place === "galley";

function draw(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    document.body.classList.toggle("has-thread", state.spot.thread !== undefined);
    for (const part of parts) part.update();
  });
}

async function orWarn<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    notices.warn(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

document.addEventListener(menuClosed, draw);
addEventListener("hashchange", () => {
  const spot = readAddress();
  if (JSON.stringify(spot) !== JSON.stringify(state.spot)) move(spot);
});
enter();
