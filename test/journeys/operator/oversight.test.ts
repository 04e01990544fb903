import { text as readText } from "node:stream/consumers";

import { expect, test, vi } from "vitest";

import { request } from "#lib/http.ts";

import { patience } from "../../patience.ts";
import { approved, quoted, shortStory, storyCredits, translated } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const create = { method: "POST", action: "translation" } as const;
const window = 16 * 60_000;

test("a translation leaves one line for each decision, with who, what it costs, key and task", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;

  await translated(galley);
  const lines = audited(galley);

  const [{ key } = {}] = lines;
  expect(lines).toMatchObject([
    { kind: "approved", by: ana.id, credits: storyCredits, key },
    { kind: "sent", credits: storyCredits, key },
    { kind: "completed", credits: storyCredits, key },
  ]);
  expect(lines.map(({ taskId }) => taskId)).toEqual([
    undefined,
    lines[1]?.["taskId"],
    lines[1]?.["taskId"],
  ]);
  expect(new Set(lines.map(({ quoteId }) => quoteId)).size).toBe(1);
  expect(JSON.stringify(lines)).not.toMatch(/harbour|Marlow|journey-key|Ana/u);
});

test("a click that bought nothing leaves a line, too, and is counted", async () => {
  await using galley = await openGalley();
  const { ana, sam } = galley.slack.people;
  const { card } = await quoted(galley);
  galley.partner.inject({ kind: "status", status: 429, times: 50, method: "POST" });

  await sam.clicks(card, "quote.approve", { screen: "stale" });
  await ana.clicks(card, "quote.approve");
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await until(galley, "already-approved");

  expect(audited(galley).map(({ kind, by, why }) => [kind, by, why])).toEqual([
    ["refused", sam.id, "not allowed"],
    ["approved", ana.id, undefined],
    ["already-approved", ana.id, expect.any(String)],
  ]);
  const metrics = await read(galley);
  expect(metrics['galley_events_total{kind="refused"}']).toBe(1);
  expect(metrics['galley_events_total{kind="already-approved"}']).toBe(1);
});

test("an unknown outcome is counted until an admin has settled it, and each step leaves one line", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  galley.partner.inject({ kind: "status", status: 500, at: "before", ...create });

  const { post } = await approved(galley);
  await galley.failed("send");
  galley.clock.skip(window);
  const card = await galley.direct(ada, /Used since it was sent/u);
  const during = await read(galley);
  await ada.clicks(card, "settle.not_created");
  await galley.card(post, /\[ Translate again ·/u);
  galley.clock.skip(window);
  const after = await read(galley);

  expect(during).toMatchObject({
    galley_survey_ok: 1,
    galley_tasks_unknown: 1,
    galley_tasks_sending: 0,
    'galley_attempts_total{kind="paid",outcome="ambiguous"}': 1,
    'galley_events_total{kind="unknown"}': 1,
  });
  expect(after).toMatchObject({
    galley_tasks_unknown: 0,
    'galley_events_total{kind="settled"}': 1,
  });
  expect(audited(galley).map(({ kind, by }) => [kind, by])).toEqual([
    ["approved", galley.slack.people.ana.id],
    ["unknown", undefined],
    ["settled", ada.id],
  ]);
});

test("an unknown outcome is still counted after a restart", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "status", status: 500, at: "before", ...create });
  await approved(galley);
  await galley.failed("send");
  galley.clock.skip(window);
  await galley.direct(galley.slack.people.ada, /Used since it was sent/u);

  await galley.stop();
  await galley.start();

  expect(await read(galley)).toMatchObject({ galley_tasks_unknown: 1, galley_quotes_open: 1 });
});

test("what cannot be said yet is counted, with its age, and what Slack refuses by its name", async () => {
  await using galley = await openGalley({ partner: { charsPerSecond: 1_000_000 } });
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  galley.slack.faults.onCall("chat.postMessage", { fault: "refused", error: "internal_error" }, 2);
  galley.slack.faults.onCall("chat.postMessage", { fault: "refused", error: "msg_too_long" }, 1);

  await ana.clicks(card, "quote.approve");
  await galley.failed("say");
  galley.clock.skip(11_000);
  const during = await read(galley);
  await galley.passing(31_000, () =>
    galley
      .replies(post)
      .slice(1)
      .find(({ text }) => /is ready/u.test(text)),
  );
  await until(galley, "completed");

  expect(during["galley_deliveries_pending"]).toBe(1);
  expect(during["galley_deliveries_oldest_seconds"]).toBeGreaterThan(10);
  await vi.waitFor(async () => {
    galley.clock.skip(11_000);
    expect(await read(galley)).toMatchObject({
      galley_deliveries_pending: 0,
      'galley_slack_refusals_total{code="msg_too_long"}': 1,
    });
  }, patience);
});

test("requests to the partner are counted by what came of them, and a refused key is told at once", async () => {
  await using galley = await openGalley();
  await translated(galley);
  galley.partner.change({ revoked: true });
  const { robin } = galley.slack.people;
  await robin.uploads("#translations", { name: "other.txt", content: `${shortStory}More.` });
  await galley.direct(galley.slack.people.ada, /no longer accepts/u);
  const refused = await read(galley);

  expect(refused["galley_partner_key_refused"]).toBe(1);
  expect(refused['galley_partner_requests_total{endpoint="create",outcome="ok"}']).toBeGreaterThan(
    1,
  );
  expect(refused['galley_slack_deliveries_total{outcome="taken"}']).toBeGreaterThan(2);
});

/** Returns the audit lines in order, without the fields that every log line has. */
function audited(galley: Galley) {
  return galley.log
    .filter((line) => line["audit"] === true)
    .map(({ kind, by, why, key, taskId, credits, quoteId }) => {
      return { kind, by, why, key, taskId, credits, quoteId };
    });
}

function until(galley: Galley, what: string) {
  return vi.waitFor(() => {
    if (!audited(galley).some((line) => line.kind === what)) throw new Error(`no line “${what}”`);
  }, patience);
}

async function read(galley: Galley): Promise<Record<string, number>> {
  const { body } = await request(`${galley.origin()}/metrics`);
  const lines = (await readText(body)).split("\n").filter((line) => line.startsWith("galley_"));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}
