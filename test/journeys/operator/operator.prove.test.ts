import { text as readText } from "node:stream/consumers";

import { expect, test, vi } from "vitest";

import { request } from "#lib/http.ts";

import { patience } from "../../patience.ts";
import { openChildGalley, spawnBot } from "../child.ts";
import {
  approved,
  arrival,
  estimated,
  orders,
  quoted,
  shortStory,
  storyCredits,
} from "../deeds.ts";
import { environmentOf, openGalley, openOutside } from "../galley.ts";

test("a second bot on the same store is refused with a sentence that says why", async () => {
  await using galley = await openChildGalley();

  const second = spawnBot(galley.env);
  const code = await second.ends();

  expect(code).toBe(1);
  expect(second.stderr()).toMatch(/the store .*bot.sqlite is in use by another process/u);
  expect(second.stderr()).toContain("stop that one, or give each its own STORE_URL");
  expect(second.stderr().trim().split("\n")).toHaveLength(1);
});

test("after a kill the store is free at once", async () => {
  await using galley = await openChildGalley();
  const { post } = await quoted(galley);

  await galley.kill();
  await galley.start();

  expect(await galley.card(post, /\[ Approve ·/u)).toBeDefined();
});

test("all faults of the settings are said at once, without a secret, and the exit code is 78", async () => {
  const bot = spawnBot({
    SLACK_BOT_TOKEN: "secret-one",
    SLACK_APP_TOKEN: "secret-two",
    PARTNER_BASE_URL: "ftp://secret-three",
    PARTNER_API_KEY: "",
    ADMINS: "secret-four",
    STORE_URL: "mysql://user:secret-five@host",
    PORT: "harbour",
    QUOTE_HOURS: "-1",
    POLL_MIN_SECONDS: "9",
    POLL_MAX_SECONDS: "3",
    LOG_LEVEL: "loud",
  });

  const code = await bot.ends();

  const named = bot
    .stderr()
    .trim()
    .split("\n")
    .map((line) => line.split(" ")[0]);
  expect(code).toBe(78);
  expect(bot.stderr()).not.toContain("secret");
  expect(new Set(named)).toEqual(
    new Set([
      "SLACK_BOT_TOKEN",
      "SLACK_APP_TOKEN",
      "PARTNER_BASE_URL",
      "PARTNER_API_KEY",
      "ADMINS",
      "STORE_URL",
      "PORT",
      "QUOTE_HOURS",
      "POLL_MAX_SECONDS",
      "LOG_LEVEL",
    ]),
  );
});

test("without any settings every required one is named", async () => {
  const bot = spawnBot({});

  const code = await bot.ends();

  expect(code).toBe(78);
  expect(bot.stderr()).toContain("SLACK_BOT_TOKEN is missing");
  expect(bot.stderr()).toContain("SLACK_SIGNING_SECRET is missing");
  expect(bot.stderr()).toContain("PARTNER_BASE_URL is missing");
  expect(bot.stderr()).toContain("PARTNER_API_KEY is missing");
  expect(bot.stderr()).toContain("ADMINS is missing");
});

test.for([
  [{ SLACK_BOT_TOKEN: "xoxb-wrong" }, "Slack refuses SLACK_BOT_TOKEN (invalid_auth): npm run"],
  [{ SLACK_API_URL: "http://127.0.0.1:1/api/" }, "Slack cannot be reached ("],
] as const)(
  "with %j Galley waits, says why to its operator and once in the log, and closes when it is told to",
  async ([wrong, why], { expect }) => {
    await using outside = await openOutside({ now: Date.now });

    const bot = spawnBot({ ...environmentOf(outside), ...wrong });
    const pages = `http://127.0.0.1:${await bot.pages()}`;
    const readyz = await vi.waitFor(async () => {
      const page = await get(`${pages}/readyz`);
      expect(page.body).toContain(why);
      return page;
    }, patience);
    const slack = await request(`${pages}/slack/events`, { method: "POST", body: "{}" });
    const [health, metrics] = [await get(`${pages}/healthz`), await get(`${pages}/metrics`)];
    const code = await bot.ends("SIGTERM");

    expect(readyz.status).toBe(503);
    expect(readyz.body).toContain("npm run doctor says what to fix.\n");
    expect([slack.statusCode, health.status, code]).toEqual([503, 200, 0]);
    expect(metrics.body).toContain("galley_ready 0");
    expect(bot.stdout().split("waiting for Slack")).toHaveLength(2);
    expect(bot.stdout() + bot.stderr()).not.toContain("xoxb-wrong");
  },
);

test.for(["SIGTERM", "SIGINT"] as const)(
  "%s ends Galley with exit code 0 while work runs, and the work goes on after the next start",
  async (signal, { expect }) => {
    await using galley = await openChildGalley();
    const { post, card } = await quoted(galley);
    await estimated(galley, await galley.card(post, /\[ Approve ·/u));
    galley.partner.change({ charsPerSecond: 300 });
    await galley.slack.people.ana.clicks(card, "quote.approve");

    const code = await galley.bot().ends(signal);
    await galley.start();
    await arrival(galley, post);

    expect(code).toBe(0);
    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  },
);

test("SIGTERM does not wait for a partner that does not answer", async () => {
  await using galley = await openChildGalley({ PARTNER_TIMEOUT_SECONDS: "60" });
  galley.partner.inject({ kind: "delay", ms: 60_000, at: "after", method: "POST" });
  const { robin } = galley.slack.people;
  const post = await robin.uploads("#translations", { name: "h.txt", content: shortStory });
  await galley.card(post, /\[ Approve ·/u);

  const code = await galley.bot().ends("SIGTERM");

  expect(code).toBe(0);
});

test("the operator’s pages answer, in Socket Mode too", async () => {
  await using galley = await openGalley({ socketMode: "on" });
  const { post } = await approved(galley);
  await arrival(galley, post);

  const metrics = await get(`${galley.origin()}/metrics`);

  expect(await get(`${galley.origin()}/healthz`)).toMatchObject({ status: 200 });
  expect(await get(`${galley.origin()}/readyz`)).toMatchObject({ status: 200 });
  expect(metrics.body).toContain('galley_events_total{kind="approved"} 1');
  expect(metrics.body).toContain('galley_events_total{kind="sent"} 1');
});

test.for(["/", "/slack/install", "/slack/events/../metrics?x", "/favicon.ico"])(
  "there is nothing at %s",
  async (path, { expect }) => {
    await using galley = await openGalley();

    const found = await get(`${galley.origin()}${path}`);

    expect(found.body).not.toMatch(/token|key|secret/iu);
  },
);

test("no log line holds a token, a key or a word of a manuscript", async () => {
  await using galley = await openChildGalley({ LOG_LEVEL: "trace" });
  const { ana, ada, robin } = galley.slack.people;
  const canary = "The canary sang behind the scullery door.";
  galley.partner.inject({ kind: "body", body: "html", method: "GET", path: "/tasks/*", times: 2 });
  galley.slack.faults.onCall("chat.update", { fault: "500-before" }, 4);
  galley.slack.faults.onDelivery("block_actions", { fault: "bad-signature" });

  const { post, card } = await quoted(galley, `${canary}\n${shortStory}`);
  await ana.clicks(card, "quote.approve");
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  const reply = await arrival(galley, post);
  await robin.clicks(reply, "task.fresh_link");
  await ada.commands("/translate-usage");
  await galley.hears(ada, /Partner account/u);
  await galley.bot().ends("SIGTERM");

  const log = galley.bot().stdout() + galley.bot().stderr();
  const { SLACK_BOT_TOKEN: token, PARTNER_API_KEY: key } = galley.env;
  for (const secret of [token, galley.slack.signingSecret, key, "canary", "Marlow", "/files/"]) {
    expect(log).not.toContain(secret);
  }
  expect(log).toContain('"kind":"approved"');
});

async function get(url: string) {
  const { statusCode, body } = await request(url);
  return { status: statusCode, body: await readText(body) };
}
