import type { News } from "../../../playground/wire.ts";
import type { Said, Screen } from "../wire.ts";
import type { App } from "./app.ts";
import { createCoach } from "./coach.ts";
import { createConversation, createThread } from "./conversation.ts";
import { h } from "./dom.ts";
import { createDrawer } from "./drawer.ts";
import { createHome } from "./home.ts";
import { menuClosed } from "./menus.ts";
import { createModal } from "./modal.ts";
import { createNotices } from "./notices.ts";
import { readingOf } from "./reading.ts";
import { createSidebar } from "./sidebar.ts";
import { emptyState, isMessage, learn, readAddress, type Spot, writeAddress } from "./state.ts";
import { listen, perform, turn, upload } from "./talk.ts";
import { createTop } from "./top.ts";

const state = emptyState();
const notices = createNotices();
const coach = createCoach();
let live: { readonly close: () => void } | undefined;
let isDue = false;

const app: App = {
  state,
  reading: () => readingOf(state.screen),
  async perform(deed) {
    const done = await orWarn(perform(state.spot.me, deed));
    if (done?.status === "trouble") notices.warn(done.reason);
    if (done?.status === "done") coach.follow(deed);
    return done ?? { status: "trouble", reason: "" };
  },
  async turn(control) {
    await orWarn(turn(state.spot.me, control));
    coach.follow(control);
  },
  upload: (file) => orWarn(upload(state.spot.me, file)),
  go: (to) => move({ ...state.spot, ...to }),
  advise: (sentence) => coach.advise(sentence),
  warn: notices.warn,
};

const sidebar = createSidebar(app, () => document.body.classList.remove("has-menu"));
const drawer = createDrawer(app);
const modal = createModal(app);
const top = createTop(app, {
  menu: () => document.body.classList.toggle("has-menu"),
  drawer: drawer.toggle,
});
const rooms = [createConversation(app), createHome(app), createThread(app)];
const desk = h("main", { class: "desk" }, sidebar.node, ...rooms.map(({ node }) => node));
document.body.append(top.node, coach.node, desk, drawer.node, modal.node, notices.node);

function move(to: Spot): void {
  const isOther = to.me !== state.spot.me;
  state.spot = to;
  state.calls.delete(to.me);
  writeAddress(to);
  if (isOther) enter();
  if (to.place === "home") void app.perform({ deed: "open-home" });
  draw();
}

/** Loads everything again, as the person on the page now sees it. */
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
  if (news.kind === "said") notices.speak(app, news.said);
  learn(state, news);
  if (news.kind === "screen") settle(news.screen);
  if (news.kind === "said") openOwnThread(news.said);
  draw();
}

/**
 * Corrects an address with an unknown person, or with a place that they do not have: it leads to
 * Galley's channel.
 */
function settle({ me, bot, channels }: Screen): void {
  const { place } = state.spot;
  const isThere = ["galley", "home", ...channels.map(({ id }) => id)].includes(place);
  if (state.spot.me === me && isThere) return;
  const desk = channels.find(({ kind, members }) => kind !== "im" && members.includes(bot));
  state.spot = { ...state.spot, me, place: isThere ? place : (desk?.id ?? "galley") };
  writeAddress(state.spot);
}

/** Opens the thread of a person's own manuscript, so that they see the card come. */
function openOwnThread(said: Said): void {
  const { me, place } = state.spot;
  const isOwn = isMessage(said) && said.user === me && said.fileIds.length > 0;
  const isShown = [said.channel, "galley"].includes(place);
  if (isOwn && isShown && said.threadTs === undefined) app.go({ thread: said.ts });
}

function draw(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    document.body.classList.toggle("has-thread", state.spot.thread !== undefined);
    for (const part of [top, sidebar, ...rooms, drawer, modal]) part.update();
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
