import { describe, expect, test } from "vitest";

import { fetch } from "#lib/http.ts";

import { minute } from "../../builders.ts";
import { homeOf, hurries, quoted, running, shortStory } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const story = { name: "harbour.txt", content: shortStory };

/** What a person reads in direct messages of Galley's. */
function direct({ slack, drawn }: Galley, name: "robin" | "ada"): readonly string[] {
  return slack.people[name].sees().directMessages.map((message) => drawn(message));
}

describe("a finished paid run has a button that gives its result, although its thread was locked", () => {
  async function lockedMeanwhile(galley: Galley) {
    const { card } = await running(galley);
    const error = "restricted_action_thread_locked";
    galley.slack.faults.onCall("chat.postMessage", { fault: "refused", error, in: "C" }, 1000);
    hurries(galley);
    return card;
  }

  test("on the card", async () => {
    await using galley = await openGalley();
    const { post } = await running(galley);
    hurries(galley);
    const card = await galley.card(post, /Done[^]*\[ Download \]/u);
    const { robin } = galley.slack.people;

    await robin.clicks(card, "task.fresh_link");

    expect(await galley.hears(robin, /\[ Download \]/u)).toBeDefined();
  });

  test("on Home, for the requester, who is no approver", async () => {
    await using galley = await openGalley();
    await lockedMeanwhile(galley);
    const { robin } = galley.slack.people;
    await galley.direct(robin, /is ready/u);
    await homeOf(galley, robin, /\[ Download \]/u);

    await robin.clicks("home", "task.fresh_link");

    const form = await galley.slack.until(() => robin.sees().modal);
    expect(galley.slack.draw.view(form)).toContain("[ Download ]");
  });

  test("in the direct message", async () => {
    await using galley = await openGalley();
    await lockedMeanwhile(galley);
    const { robin } = galley.slack.people;

    await robin.clicks(await galley.direct(robin, /is ready/u), "task.fresh_link");

    expect(await galley.hears(robin, /\[ Download \]/u)).toBeDefined();
  });
});

test("a card that Slack refuses to draw stands as its bare text", async () => {
  await using galley = await openGalley();
  galley.slack.faults.onCall("chat.postMessage", { fault: "refused", error: "invalid_blocks" });

  const post = await galley.slack.people.robin.uploads("#translations", story);

  expect(await galley.card(post, /Approval needed/u)).toMatchObject({ threadTs: post.ts });
});

describe("a manuscript is estimated", () => {
  test("that Slack serves after redirects to another address of its own", async () => {
    await using galley = await openGalley();
    galley.slack.faults.onCall("download", { fault: "redirected" }, 3);

    const post = await galley.slack.people.robin.uploads("#translations", story);

    expect(await galley.card(post, /\[ Approve ·/u)).toMatchObject({ threadTs: post.ts });
  });

  test("whose address Slack names a moment later", async () => {
    await using galley = await openGalley();
    galley.slack.faults.onCall("files.info", { fault: "unprocessed" });
    galley.slack.faults.onCall("files.info", { fault: "refused", error: "file_not_found" });

    const post = await galley.slack.people.robin.uploads("#translations", story);

    await galley.passing(5000, () => galley.replies(post)[0]);
    expect(await galley.card(post, /\[ Approve ·/u)).toMatchObject({ threadTs: post.ts });
  });

  test("that is forwarded with the word “translate”", async () => {
    await using galley = await openGalley();
    const { robin, sam } = galley.slack.people;
    const first = await robin.uploads("#translations", story);
    await galley.card(first, /\[ Approve ·/u);

    const post = await sam.forwards(first, "#translations", "please translate this");

    expect(await galley.card(post, /Approve ·/u)).toMatchObject({ threadTs: post.ts });
  });
});

describe("a manuscript is not taken", () => {
  test.each([
    ["behind a redirect to a foreign host", { fault: "redirected", to: "https://example.com/x" }],
    ["that is a login page without a content type", { fault: "login-page" }],
  ] as const)("%s", async (_, fault) => {
    await using galley = await openGalley();
    galley.slack.faults.onCall("download", fault, 20);

    const post = await galley.slack.people.robin.uploads("#translations", story);

    const said = await galley.card(post, /can’t get “harbour.txt” from Slack/u);
    expect(said.threadTs).toBe(post.ts);
  });
});

test("an admin who is listed by id approves, although the user group is gone; the admins and the operator hear once", async () => {
  await using galley = await openGalley();
  const gone = { fault: "refused", error: "no_such_subteam" } as const;
  galley.slack.faults.onCall("usergroups.users.list", gone, 1000);
  const { post, card } = await quoted(galley);

  await galley.slack.people.ada.clicks(card, "quote.approve");

  await galley.reply(post, /is ready/u);
  const told = await galley.slack.until(() => {
    const found = direct(galley, "ada").filter((said) => /counts as empty/u.test(said));
    return found.length > 0 && found;
  });
  expect(told).toHaveLength(1);
  const page = await fetch(`${galley.origin()}/readyz`);
  expect(await page.text()).toMatch(/^ready\n.*user group .* counts as empty/su);
});

test("a card that somebody deleted is posted again when its estimate is requested again", async () => {
  await using galley = await openGalley();
  const { card } = await quoted(galley);
  const { robin } = galley.slack.people;
  await robin.deletes(card);

  await robin.commands("/translate", "fr", { channel: "#translations" });

  const again = await galley.slack.until(() =>
    galley
      .replies(card)
      .concat(galley.slack.state.messages.inChannel(card.channel))
      .find((message) => message.ts > card.ts && /Approve ·/u.test(galley.drawn(message))),
  );

  expect(again.channel).toBe(card.channel);
});

describe("while Slack does not serve a file,", () => {
  const failing = { fault: "500-before" } as const;

  test("its requester reads so after a quarter of an hour, and it is estimated later", async () => {
    await using galley = await openGalley();
    galley.slack.faults.onCall("download", failing, 1000);
    const post = await galley.slack.people.robin.uploads("#translations", story);

    const said = await galley.passing(minute, () =>
      galley.replies(post).find((reply) => /hasn’t served the file/u.test(galley.drawn(reply))),
    );

    expect(galley.drawn(said)).toContain("I keep trying");
    galley.slack.faults.clear();
    await galley.passing(minute, () =>
      galley.replies(post).find((reply) => /\[ Approve ·/u.test(galley.drawn(reply))),
    );
  });

  test("an approved run says so on its card and to its requester, and goes out later", async () => {
    await using galley = await openGalley();
    const { post, card } = await quoted(galley);
    galley.slack.faults.onCall("download", failing, 1000);

    await galley.slack.people.ana.clicks(card, "quote.approve");

    const seen = await galley.passing(minute, () =>
      galley.replies(post).find((reply) => /hasn’t served the file/u.test(galley.drawn(reply))),
    );
    expect(seen.ts).toBe(card.ts);
    await galley.passing(5 * minute, () =>
      direct(galley, "robin").find((said) => /hasn’t served the file/u.test(said)),
    );
    galley.slack.faults.clear();
    const done = await galley.passing(minute, () =>
      galley.replies(post).find((reply) => /Done/u.test(galley.drawn(reply))),
    );
    expect(galley.drawn(done)).not.toContain("hasn’t served");
  });

  test("the admins read which scope may be missing, once there are several such files", async () => {
    await using galley = await openGalley();
    galley.slack.faults.onCall("download", failing, 10_000);
    for (const name of ["one.txt", "two.txt", "three.txt"]) {
      await galley.slack.people.robin.uploads("#translations", { ...story, name });
    }

    const told = await galley.passing(minute, () =>
      direct(galley, "ada").find((said) => /files:read/u.test(said)),
    );

    expect(told).toContain("3 manuscripts");
  });
});

test("the requester of an approved run hears within the hour that Slack takes no update of its card", async () => {
  await using galley = await openGalley();
  const { card } = await quoted(galley);
  galley.slack.faults.onCall("chat.update", { fault: "500-before" }, 1000);

  await galley.slack.people.ana.clicks(card, "quote.approve");

  const told = await galley.passing(10 * minute, () =>
    direct(galley, "robin").find((said) => /hasn’t taken my messages/u.test(said)),
  );
  expect(told).toContain("“harbour” → French");
});
