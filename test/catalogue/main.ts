import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { WebClient } from "@slack/web-api";
import { chromium } from "playwright-core";

import { startPartnerSandbox } from "../../src/sandbox/partner/start.ts";
import { startPage } from "../../src/sandbox/playground/start.ts";
import { startSlackSandbox } from "../../src/sandbox/slack/slack.ts";
import type { Tongue } from "../../src/slack/i18n/tongue.ts";
import { mention } from "../../src/slack/mrkdwn.ts";
import { chromiumProgram } from "../browser/chromium.ts";
import { rules } from "../builders.ts";
import { tongues } from "./all-tongues.ts";
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

for (const tongue of tongues) {
  const name = channelOf(tongue);
  const members = [slack.people.robin.id, slack.app.botUserId];
  const { id: channel } = slack.channels.add({ name, members });
  const desk = { rules, approvers: [slack.approvers.id], tongue, nameOf: mention };
  for (const card of everyCard(desk)) {
    const { text, blocks } = faceOf(card);
    await client.chat.postMessage({ channel, text: `*${text}*` });
    await client.chat.postMessage({ channel, text, blocks });
  }
}

console.log(`Every card in ${tongues.length} languages: ${page.url}`);
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
  for (const tongue of tongues) {
    await view
      .getByRole("navigation")
      .getByRole("button", { name: channelOf(tongue), exact: true })
      .click();
    const items = view.getByRole("region", { name: "Conversation" }).getByRole("listitem");
    const cards = everyCard({ rules, approvers: [], tongue, nameOf: mention });
    // The list begins with the day; each card comes after its name.
    const first = (await items.count()) - 2 * cards.length + 1;
    for (const [n, { name }] of cards.entries()) {
      const file = `${tongue.language} ${name.replaceAll(/[^\w]+/gu, "-")}.png`;
      await items.nth(first + 2 * n).screenshot({ path: join(folder, file) });
    }
  }
  await browser.close();
}

/** Slack's channels are named in small letters. */
function channelOf({ language }: Tongue): string {
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
