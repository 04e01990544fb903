import type { Said } from "../wire.ts";
import type { App } from "./app.ts";
import { h, pressable } from "./dom.ts";
import { mrkdwn } from "./mrkdwn.ts";
import { isMessage, keyOf } from "./state.ts";

const shownMs = 12_000;

/** Sentences that need attention, and a quiet voice for those who listen to the page. */
export function createNotices() {
  const alerts = h("div", { class: "alerts", role: "alert" });
  const voice = h("div", { class: "for-ears", "aria-live": "polite" });

  function warn(sentence: string): void {
    const close = { "aria-label": "Dismiss", click: () => notice.remove() };
    const notice = h("div", { class: "notice" }, sentence);
    notice.append(pressable({ class: "chip-x", ...close }, "×"));
    alerts.append(notice);
    setTimeout(() => notice.remove(), shownMs);
  }

  /** Reads new messages out; cards have a sentence for this in their `text`. */
  function speak({ state, reading }: App, said: Said): void {
    const author = isMessage(said) ? said.user : (state.screen?.bot ?? "");
    if (state.said.has(keyOf(said)) || author === state.spot.me) return;
    const name = reading().nameOf(author) ?? "";
    voice.textContent = `${name}: ${mrkdwn(said.text, reading()).textContent}`;
  }

  return { node: h("div", {}, alerts, voice), warn, speak };
}
