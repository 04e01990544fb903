import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { WebClient } from "@slack/web-api";
import { chromium } from "playwright-core";

import { startPartnerSandbox } from "#sandbox/partner/start.ts";
import { startPage } from "#sandbox/playground/start.ts";
import { startSlackSandbox } from "#sandbox/slack/slack.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { mention } from "#slack/mrkdwn.ts";

import { chromiumProgram } from "../browser/chromium.ts";
import { setup } from "../builders.ts";
import { locales } from "./all-locales.ts";
import { type Shown, everyCard } from "./cards.ts";

/**
 * `npm run cards` shows every card on the playground page, one conversation a language;
 * `npm run cards -- --png FOLDER` also takes a picture of each and ends.
 */
const { values } = parseArgs({ options: { png: { type: "string" } } });

const slack = await startSlackSandbox({ now: Date.now });
const partner = await startPartnerSandbox({ keys: ["cards"] });
const still = { kill: async () => {}, restart: async () => {}, state: () => "stopped" as const };
const page = await startPage({
  slack,
  partner,
  bot: still,
  port: Number(process.env["PORT"] ?? 0),
  log: console.error,
});
const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl });

for (const locale of locales) {
  const name = channelOf(locale);
  const members = [slack.people.robin.id, slack.app.botUserId];
  const { id: channel } = slack.channels.add({ name, members });
  const context = { setup, approvers: [slack.approvers.id], locale, nameOf: mention };
  for (const card of everyCard(context)) {
    const { text, blocks } = faceOf(card);
    await client.chat.postMessage({ channel, text: `*${text}*` });
    await client.chat.postMessage({ channel, text, blocks });
  }
}

console.log(`Every card in ${locales.length} languages: ${page.url}`);
if (values.png !== undefined) {
  await takePictures(values.png);
  await page.close();
  await partner.close();
  await slack.close();
}

async function takePictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    ...(chromiumProgram === undefined ? {} : { executablePath: chromiumProgram }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const view = await browser.newPage({ viewport: { width: 1000, height: 4000 } });
  await view.goto(page.url);
  for (const locale of locales) {
    await view
      .getByRole("navigation")
      .getByRole("button", { name: channelOf(locale), exact: true })
      .click();
    const items = view.getByRole("region", { name: "Conversation" }).getByRole("listitem");
    const cards = everyCard({ setup, approvers: [], locale, nameOf: mention });
    // The list begins with the day; each card comes after its name.
    const first = (await items.count()) - 2 * cards.length + 1;
    for (const [n, { name }] of cards.entries()) {
      const file = `${locale.language} ${name.replaceAll(/[^\w]+/gu, "-")}.png`;
      await items.nth(first + 2 * n).screenshot({ path: join(folder, file) });
    }
  }
  await browser.close();
}

/** Slack's channels are named in small letters. */
function channelOf({ language }: Locale): string {
  return `cards-${language.toLowerCase()}`;
}

/** Shows a form as a message under its title, without the blocks that a message cannot hold. */
function faceOf(card: Shown) {
  if (card.kind === "message") return { text: card.name, blocks: card.message.blocks };
  const { view } = card;
  const title = view.type === "modal" ? `: ${view.title.text}` : "";
  const isUpload = (block: (typeof view.blocks)[number]) =>
    "element" in block && block.element.type === "file_input";
  const blocks = view.blocks.filter((block) => !isUpload(block)).slice(0, 50);
  return { text: `${card.name}${title}`, blocks };
}
