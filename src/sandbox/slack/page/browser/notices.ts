import type { Person } from "../../model.ts";
import type { Said } from "../wire.ts";
import type { App } from "./app.ts";
import { h, pressable } from "./dom.ts";
import { mrkdwn } from "./mrkdwn.ts";
import { isMessage, keyOf, type State } from "./state.ts";

const shownMs = 12_000;
const phonesShown = 2;

/** Shows sentences that need attention, and announces messages to screen readers. */
export function createNotices() {
  const alerts = h("div", { class: "alerts", role: "alert" });
  const voice = h("div", { class: "for-ears", "aria-live": "polite" });

  const warn = (sentence: string) => show("notice", sentence);

  function show(look: string, sentence: string): void {
    const close = { "aria-label": "Dismiss", click: () => notice.remove() };
    const notice = h("div", { class: look }, sentence);
    notice.append(pressable({ class: "chip-x", ...close }, "×"));
    alerts.prepend(notice);
    alerts.querySelectorAll(".notice-phone")[phonesShown]?.remove();
    setTimeout(() => notice.remove(), shownMs);
  }

  /** Announces new messages; cards have a sentence for this in their `text`. */
  function speak({ state, reading }: App, said: Said): void {
    const author = isMessage(said) ? said.user : (state.screen?.bot ?? "");
    if (state.said.has(keyOf(said)) || author === state.spot.me) return;
    const name = reading().nameOf(author) ?? "";
    const words = mrkdwn(said.text, reading()).textContent ?? "";
    voice.textContent = `${name}: ${words}`;
    const called = calledBy(said, state);
    if (called.length === 0) return;
    for (const { id } of called) state.calls.set(id, (state.calls.get(id) ?? 0) + 1);
    const names = called.map(({ realName }) => realName.split(" ")[0]).join(" and ");
    show("notice notice-phone", `On the phone of ${names}: ${words}`);
  }

  return { node: h("div", {}, alerts, voice), warn, speak };
}

/** Returns the people whom Slack would notify of a message, except the person on the page. */
function calledBy(said: Said, { screen, spot }: State): readonly Person[] {
  if (!isMessage(said) || !said.isFromBot) return [];
  const all = JSON.stringify([said.text, said.blocks]);
  const { people = [], groups = [] } = screen ?? {};
  const named = groups.filter(({ id }) => all.includes(`<!subteam^${id}`));
  const isCalled = ({ id }: Person) =>
    all.includes(`<@${id}>`) || named.some(({ members }) => members.includes(id));
  return people.filter((one) => one.id !== spot.me && !one.isBot && isCalled(one));
}
