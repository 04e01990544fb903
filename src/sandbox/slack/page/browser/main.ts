import { fieldsOf, parsedJson, textOf } from "../../json.ts";
import type { News, Uploaded } from "../playground-wire.ts";
import type { Deed, FileShown, Outcome, Said, Screen } from "../wire.ts";
import { createConversation, createThread } from "./conversation.ts";
import { h } from "./dom.ts";
import { createDrawer } from "./drawer.ts";
import { createSidebar, createTop } from "./frame.ts";
import { menuClosed } from "./menus.ts";
import { readingOf } from "./mrkdwn.ts";
import { createCoach, createNotices } from "./notices.ts";
import {
  type App,
  type Spot,
  directChannel,
  emptyState,
  isMessage,
  keyOf,
  learn,
  readAddress,
  writeAddress,
} from "./state.ts";
import { createHome, createModal } from "./views.ts";

const state = emptyState();
const notices = createNotices();
const coach = createCoach();
let live: EventSource | undefined;
let isDue = false;
let isPressing = false;

const app: App = {
  state,
  reading: () => readingOf(state.screen),
  async perform(deed) {
    const outcome = await orWarn(perform(deed));
    if (outcome?.status === "trouble") notices.warn(outcome.reason);
    if (outcome?.status === "done") coach.follow(deed, state.screen);
    return outcome ?? { status: "trouble", reason: "" };
  },
  async turn(control) {
    await orWarn(post("control", {}, JSON.stringify(control)));
    coach.follow(control, state.screen);
  },
  upload: (file) => orWarn(upload(file)),
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
const skip = h("a", { class: "skip", href: "", click: skipToMessages }, "Skip to the messages");
const layout = h("main", { class: "layout" }, sidebar.node, ...rooms.map(({ node }) => node));
document.body.append(skip, top.node, coach.node, layout, drawer.node, modal.node, notices.node);

/** The address after # names the person and the place, so a link to a part of the page is no way. */
function skipToMessages(event: Event): void {
  event.preventDefault();
  layout.querySelector<HTMLElement>("section:not([hidden]) .scroller")?.focus();
}

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
  // It reconnects by itself.
  live = new EventSource(`/live?as=${encodeURIComponent(state.spot.me)}`);
  const connected = (now: "live" | "lost") => {
    state.connection = now;
    draw();
  };
  live.addEventListener("message", ({ data }) => hear(newsIn(String(data))));
  live.addEventListener("open", () => connected("live"));
  live.addEventListener("error", () => connected("lost"));
}

function hear(news: News): void {
  if (news.kind === "said") notices.speak(app, news.said);
  // A reaction or an edit says a message once more.
  const isNew = news.kind === "said" && !state.said.has(keyOf(news.said));
  learn(state, news);
  if (news.kind === "screen") settle(news.screen);
  if (isNew) openOwnThread(news.said);
  draw();
}

/** Leads an address with an unknown person or place to Galley's channel. */
function settle({ me, bot, channels }: Screen): void {
  const { place } = state.spot;
  const isThere = ["galley", "home", ...channels.map(({ id }) => id)].includes(place);
  if (state.spot.me === me && isThere) return;
  const withGalley = channels.find(({ kind, members }) => kind !== "im" && members.includes(bot));
  state.spot = { ...state.spot, me, place: isThere ? place : (withGalley?.id ?? "galley") };
  writeAddress(state.spot);
}

/** Opens the thread of a person's own manuscript, so that they see the card come. */
function openOwnThread(message: Said): void {
  const { me, place } = state.spot;
  const isOwn = isMessage(message) && message.user === me && message.fileIds.length > 0;
  const isShown = [message.channel, "galley"].includes(place);
  if (isOwn && isShown && message.threadTs === undefined) app.go({ thread: message.ts });
}

function draw(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    // A button that is drawn anew under the finger is never clicked.
    if (isPressing) return;
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

/** Our own server wrote these, in the shapes of the two wire files. */
const newsIn: (text: string) => News = JSON.parse;
const outcomeIn: (text: string) => Outcome = JSON.parse;
const uploadedIn: (text: string) => Uploaded = JSON.parse;

/** Does something as the person on the page. @throws Error with a sentence, here and below */
const perform = async (deed: Deed) => outcomeIn(await post("do", {}, JSON.stringify(deed)));

/** Uploads a file, or one of the page's own samples, to Slack, unshared. */
async function upload(file: File | string): Promise<FileShown> {
  const isSample = typeof file === "string";
  const reply = isSample
    ? await post("sample", { id: file }, "")
    : await post("upload", { name: file.name }, file);
  return uploadedIn(reply).file;
}

async function post(
  path: string,
  query: Readonly<Record<string, string>>,
  body: string | File,
): Promise<string> {
  const type = typeof body === "string" ? "application/json" : "application/octet-stream";
  const how = { method: "POST", headers: { "content-type": type }, body };
  const address = `/${path}?${String(new URLSearchParams({ as: state.spot.me, ...query }))}`;
  const response = await fetch(address, how).catch(() => {
    throw new Error("The page’s own server does not answer.");
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Error(textOf(fieldsOf(parsedJson(text))["reason"]) || "That did not work.");
}

/** Follows a link to a message of this Slack on the page itself. */
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const [, channel, seconds, rest] = messageLink.exec(link?.href ?? "") ?? [];
  if (channel === undefined || link === null) return;
  event.preventDefault();
  const place = state.screen && directChannel(state.screen) === channel ? "galley" : channel;
  const thread = new URL(link.href).searchParams.get("thread_ts") ?? `${seconds}.${rest}`;
  app.go({ place, thread });
});
const messageLink = /^https:\/\/[\w-]+\.slack\.com\/archives\/(\w+)\/p(\d{10})(\d{6})/u;
document.addEventListener(menuClosed, draw);
document.addEventListener("pointerdown", () => {
  isPressing = true;
});
for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, () => {
    isPressing = false;
    draw();
  });
addEventListener("hashchange", () => {
  const spot = readAddress();
  if (JSON.stringify(spot) !== JSON.stringify(state.spot)) move(spot);
});
enter();
