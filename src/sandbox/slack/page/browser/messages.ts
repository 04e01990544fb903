import { sizeWords } from "../../drawing/words.ts";
import type { Message, Person } from "../../model.ts";
import { shortcuts as offered } from "../app.ts";
import type { FileShown, Said } from "../wire.ts";
import { drawBlocks } from "./blocks.ts";
import { h, pressable } from "./dom.ts";
import type { Item } from "./list.ts";
import { type MenuItem, menuButton } from "./menus.ts";
import { dayOf, mrkdwn, timeOf } from "./mrkdwn.ts";
import { type App, isMessage, keyOf, talkIn } from "./state.ts";
import { surfaceOf } from "./surfaces.ts";

/** The place of messages: the conversation offers its threads, a thread does not. */
type Room = "conversation" | "thread";

/** Returns messages as items of a list, with a line between the days. */
export function messageItems(app: App, all: readonly Said[], room: Room): readonly Item[] {
  const reading = app.reading();
  return all.flatMap((message, index) => {
    const day = dayOf(message.ts, reading);
    const before = all[index - 1];
    const isNewDay = before === undefined || dayOf(before.ts, reading) !== day;
    const line = { key: `day ${day}`, signature: [], draw: () => h("li", { class: "day" }, day) };
    const item = itemOf(app, message, room);
    return isNewDay && room === "conversation" ? [line, item] : [item];
  });
}

function itemOf(app: App, message: Said, room: Room): Item {
  const { state } = app;
  const files = isMessage(message) ? message.fileIds.map((id) => state.files.get(id)) : [];
  const replies = room === "thread" ? [] : talkIn(state, message.channel, message.ts).slice(1);
  const last = replies.at(-1)?.ts;
  return {
    key: keyOf(message),
    signature: [message, replies.length, last, state.screen?.people, ...files],
    draw: () => drawMessage(app, message, { room, replies }),
  };
}

type Around = { readonly room: Room; readonly replies: readonly Said[] };

function drawMessage(app: App, message: Said, { room, replies }: Around): HTMLElement {
  const { screen, files } = app.state;
  const reading = app.reading();
  const author = isMessage(message) ? message.user : (screen?.bot ?? "");
  const person = reading.people.find(({ id }) => id === author);
  const { channel, ts } = message;
  const surface = surfaceOf(app, { place: { channel, ts } });
  const words =
    message.blocks === undefined
      ? message.text !== "" && mrkdwn(message.text, reading, "linked")
      : drawBlocks(message.blocks, surface);
  const attached = isMessage(message) ? message.fileIds : [];
  const isEdited = isMessage(message) && message.editedTs !== undefined && !message.isFromBot;
  const name = person?.isBot === true ? "Galley" : (person?.realName ?? author);
  return h(
    "li",
    { class: isMessage(message) ? "message" : "message ephemeral", tabindex: -1, "data-ts": ts },
    avatar(reading.people, author),
    h(
      "div",
      { class: "said" },
      !isMessage(message) && h("div", { class: "only-you" }, "👁 Only visible to you"),
      h(
        "div",
        { class: "said-head" },
        h("strong", {}, name),
        person?.isBot === true && h("span", { class: "app-tag" }, "APP"),
        h("time", { datetime: new Date(Number(ts) * 1000).toISOString() }, timeOf(ts, reading)),
      ),
      words,
      isEdited && h("span", { class: "edited" }, "(edited)"),
      ...attached.map((id) => drawFile(files.get(id), reading.me)),
      isMessage(message) && drawReactions(message),
      room === "conversation" && isMessage(message) && threadLine(app, message, replies),
    ),
    isMessage(message) && tools(app, message, { room, name }),
  );
}

/** Draws a person's initials on a colour of their own, as long as there are six; Galley has its sign. */
export function avatar(people: readonly Person[], id: string): HTMLElement {
  const index = people.findIndex((one) => one.id === id);
  const { isBot = false, realName = "?" } = people[index] ?? {};
  const look = isBot ? "avatar avatar-bot" : `avatar avatar-${Math.max(0, index) % 6}`;
  const initials = realName.split(" ").map((word) => word.slice(0, 1));
  return h("span", { class: look, "aria-hidden": "true" }, isBot ? "" : initials.join(""));
}

function threadLine(app: App, message: Message, replies: readonly Said[]): HTMLElement | false {
  const last = replies.at(-1);
  if (last === undefined) return false;
  const count = replies.length === 1 ? "1 reply" : `${replies.length} replies`;
  const click = () => app.go({ thread: message.ts });
  const when = h("span", {}, `Last at ${timeOf(last.ts, app.reading())}`);
  const look = { class: "thread-line", "data-focus": "thread", click };
  return pressable(look, h("strong", {}, count), when);
}

const emoji: Readonly<Record<string, string>> = {
  hourglass_flowing_sand: "⏳",
  white_check_mark: "✅",
  warning: "⚠️",
};

function drawReactions({ reactions }: Message): HTMLElement | false {
  if (reactions.length === 0) return false;
  const signs = reactions.map((name) => {
    const words = { class: "reaction", role: "img", "aria-label": name.replaceAll("_", " ") };
    return h("span", { ...words, title: "Galley" }, `${emoji[name] ?? `:${name}:`} 1`);
  });
  return h("div", { class: "reactions" }, ...signs);
}

type Tools = { readonly room: Room; readonly name: string };

function tools(app: App, message: Message, { room, name }: Tools): HTMLElement {
  const { channel, ts } = message;
  const shortcuts = offered.map(({ callbackId, name: words }): MenuItem => ({
    words: `${words} · Galley`,
    choose: () => void app.perform({ deed: "shortcut", channel, ts, callbackId }),
  }));
  const remove = () => void app.perform({ deed: "delete", channel, ts });
  const own = { words: "Delete message…", isDanger: true, choose: remove };
  const isOwn = message.user === app.reading().me;
  const items = () => (isOwn ? [...shortcuts, own] : shortcuts);
  const to = { title: "Reply in thread", "aria-label": `Reply in thread to ${name}` };
  const click = () => app.go({ thread: message.threadTs ?? ts });
  const reply = pressable({ class: "tool", ...to, "data-focus": "reply", click }, "💬");
  const label = `More actions on the message of ${name}`;
  const menu = menuButton({ sign: "⋮", label, look: "tool", focusName: "more", items });
  return h("div", { class: "tools" }, room === "conversation" && reply, menu);
}

/** Draws a file under a message: its name, its size and a link for download. */
function drawFile(file: FileShown | undefined, me: string): HTMLElement {
  if (file === undefined || file.isDeleted) {
    return h("div", { class: "file file-gone" }, "This file was deleted.");
  }
  const { id, name, mimetype, size } = file;
  const href = `/file/${encodeURIComponent(id)}?as=${encodeURIComponent(me)}`;
  const isPicture = /^image\/(?:png|jpeg|gif|webp)$/u.test(mimetype);
  const look = { src: `${href}&look=1`, alt: name, class: "file-picture" };
  const sign = h("span", { class: "file-sign", "aria-hidden": "true" }, isPicture ? "🖼" : "📄");
  const about = h("span", { class: "file-size" }, `${kindOf(name)} · ${sizeWords(size)}`);
  const words = h("span", {}, h("strong", {}, name), about);
  const keep = { class: "file-card", href, download: name, title: "Download" };
  return h("div", { class: "file" }, isPicture && h("img", look), h("a", keep, sign, words));
}

const kindOf = (name: string) => (/\.(\w{1,5})$/u.exec(name)?.[1] ?? "file").toUpperCase();
