import type { News } from "../../../playground/wire.ts";
import type { App } from "./app.ts";
import { h, pressable } from "./dom.ts";
import { mrkdwn } from "./mrkdwn.ts";

const shownMs = 12_000;

/** Sentences that need attention, and a quiet voice for those who listen to the page. */
export function createNotices() {
  const alerts = h("div", { class: "alerts", role: "alert" });
  const voice = h("div", { class: "for-ears", "aria-live": "polite" });

  function warn(sentence: string): void {
    const notice = h("div", { class: "notice" }, sentence);
    const close = pressable(
      { class: "chip-x", "aria-label": "Dismiss", click: () => notice.remove() },
      "×",
    );
    notice.append(close);
    alerts.append(notice);
    setTimeout(() => notice.remove(), shownMs);
  }

  /** Reads new messages out; cards have a sentence for this in their `text`. */
  function speak({ state, reading }: App, news: News): void {
    if (news.kind !== "message" && news.kind !== "ephemeral") return;
    const said = news.kind === "message" ? news.message : news.ephemeral;
    const isKnown = state.messages.has(`${said.channel}/${said.ts}`);
    const author = news.kind === "message" ? news.message.user : (state.screen?.bot ?? "");
    if (isKnown || author === state.spot.me || state.screen === undefined) return;
    const name = reading().nameOf(author) ?? "";
    voice.textContent = `${name}: ${mrkdwn(said.text, reading()).textContent}`;
  }

  return { node: h("div", {}, alerts, voice), warn, speak };
}
