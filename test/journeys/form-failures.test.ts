import { expect, test, vi } from "vitest";

import type { Fields } from "../../src/sandbox/slack/json.ts";
import { openShakyGalley, openWiredGalley } from "../faults/wired-galley.ts";
import { patience } from "../patience.ts";
import { homeOf, quoted, shortStory } from "./deeds.ts";
import { openGalley } from "./galley.ts";

const here = { channel: "#translations" };

test("a form that cannot be recorded stays open and says so, and is taken when it is sent again", async () => {
  await using galley = await openShakyGalley(() => ({}));
  const { slack, store } = galley;
  const { robin } = slack.people;
  const own = await slack.state.files.store({ name: "own.txt", user: robin.id }, shortStory);
  await robin.commands("/translate", "", here);
  await slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({ "request.upload": [own.id] });

  store.isDown = true;
  const refused = await robin.submits();
  store.isDown = false;
  const taken = await robin.submits();

  expect(refused.status).toBe("errors");
  expect(JSON.stringify(refused)).toContain("Something went wrong on our side");
  expect(taken).toEqual({ status: "closed" });
  await slack.until(() => galley.cards(slack.translations.id)[0]);
});

test("a decline that cannot be recorded stays open and says that nothing was bought", async () => {
  await using galley = await openShakyGalley(() => ({}));
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);
  await ana.clicks(card, "quote.decline");
  await galley.slack.until(() => ana.sees().modal);
  ana.fillsIn({ reason: "Not this month." });

  galley.store.isDown = true;
  const refused = await ana.submits();

  expect(refused.status).toBe("errors");
  expect(JSON.stringify(refused)).toContain("nothing was charged");
});

test("what a form is refused for after Slack has closed it is told directly", async () => {
  await using galley = await openWiredGalley();
  const { slack, clock, wires } = galley;
  const { robin } = slack.people;
  const own = await slack.state.files.store({ name: "own.txt", user: robin.id }, shortStory);
  await robin.commands("/translate", "", here);
  await slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({ "request.upload": [own.id] });
  await robin.deletesFile(own);
  wires.slack.disturb("refused", ({ line }) => {
    if (line.endsWith("files.info")) clock.skip(3000);
    return false;
  });

  const submitted = await robin.submits();
  const told = await galley.direct(robin, /Slack doesn’t let me read this file/u);

  expect(submitted).toEqual({ status: "closed" });
  expect(told.channel).toBe(robin.direct().id);
});

test("a form that is closed before it is filled is no failure", async () => {
  const log = await closesAtOnce();

  expect(log.filter(({ msg }) => msg === "a delivery from Slack failed")).toEqual([]);
});

/** Opens a form as Ada and closes it before it is filled, then stops the bot in order; returns the log. */
async function closesAtOnce() {
  await using galley = await openWiredGalley();
  const { slack, wires, log } = galley;
  const { ada } = slack.people;
  await ada.opensHome();
  await slack.until(() => ada.sees().home);
  const closed = Promise.withResolvers<void>();
  wires.slack.disturb("refused", ({ line }) => {
    if (line.endsWith("views.update")) void ada.closes().then(closed.resolve);
    return false;
  });
  await ada.clicks("home", "settings.edit.spending");
  await closed.promise;
  await galley.stop();
  return log;
}

test("a click that cannot be read leaves one line, with its shape and nothing of its content", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);
  const alters = (payload: Fields) => ({ ...payload, user: { name: "secret-name" } });

  await ana.clicks(card, "quote.decline", { alters });
  await ana.clicks(card, "quote.decline", { alters });
  await galley.slack.deliveries.settled();

  const lines = galley.log.filter(({ msg }) => msg === "a payload from Slack cannot be read");
  expect(lines).toHaveLength(1);
  expect(lines[0]?.["shape"]).toMatch(/\{actions:\[\{action_id:string,.*user:\{name:string\}/u);
  expect(JSON.stringify(lines)).not.toContain("secret-name");
});

test("a form that Slack no longer opens is asked for again, beside the card and on Home", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);
  galley.slack.faults.onCall("views.open", { fault: "refused", error: "expired_trigger_id" }, 2);

  await ana.clicks(card, "quote.more", { option: "details" });
  await galley.hears(ana, /took too long to open\. Please click again/u);
  await homeOf(galley, ana, /Needs your decision/u);
  await ana.clicks("home", "quote.decline");
  await galley.direct(ana, /took too long to open\. Please click again/u);

  expect(ana.sees().modal).toBeUndefined();
});

test("a listener that fails is seen in the log in Socket Mode as well", async () => {
  await using galley = await openGalley({ socketMode: "on" });
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);
  galley.slack.faults.onCall("views.open", { fault: "500-before" });

  await ana.clicks(card, "quote.decline");
  await galley.hears(ana, /Something went wrong on our side/u);
  await vi.waitFor(() => {
    const failed = galley.log.filter(({ msg }) => msg === "a delivery from Slack failed");
    expect(failed).toHaveLength(1);
  }, patience);
});
