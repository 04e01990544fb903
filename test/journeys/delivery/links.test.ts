import { text as readText } from "node:stream/consumers";

import { expect, test } from "vitest";

import { request } from "#lib/http.ts";
import { fieldsOf, listOf, textOf } from "#sandbox/slack/json.ts";
import type { Ephemeral } from "#sandbox/slack/model.ts";

import { translated } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

test("the button gives the one who clicks, and nobody else, a link to the translation", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const { reply } = await translated(galley);

  await sam.clicks(reply, "task.fresh_link");
  const shown = await galley.hears(sam, /Here is your link/u);
  const { status, body } = await opened(shown);

  expect(shown.text).toContain("your link to “harbour.fr.txt”");
  expect(status).toBe(200);
  expect(body).toContain("Marlow Finch");
  expect(JSON.stringify(galley.slack.records.posts())).not.toContain("/files/");
  expect(JSON.stringify(galley.slack.records.updates())).not.toContain("/files/");
});

test("many clicks on one button are all answered, and cost the partner one request", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  const { reply } = await translated(galley);

  const clicks = Array.from({ length: 15 }, () => [robin, sam]).flat();
  await Promise.all(clicks.map((person) => person.clicks(reply, "task.fresh_link")));
  await galley.slack.until(() =>
    [robin, sam].every(({ id }) => linksTo(galley.slack.records.ephemerals(), id).length === 15),
  );

  // One download looked whether the result is there, one compared it; the third is for the links.
  expect(await downloads(galley)).toBe(3);
});

test("when a link has expired, the same button gives a fresh one", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { reply } = await translated(galley);
  await robin.clicks(reply, "task.fresh_link");
  const old = await galley.hears(robin, /Here is your link/u);
  galley.clock.skip(301_000);

  await robin.clicks(reply, "task.fresh_link");
  const fresh = await galley.slack.until(() =>
    linksTo(galley.slack.records.ephemerals(), robin.id).find((link) => link.ts !== old.ts),
  );

  expect((await opened(old)).status).toBe(403);
  expect((await opened(fresh)).status).toBe(200);
});

test.for([
  "javascript:alert(1)",
  "data:text/html,hello",
  "https://slack.com:pw@files.example/1",
  "file:///etc/passwd",
  "/files/1",
  "",
])("a download address such as “%s” is never shown", async (download_url, { expect }) => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { reply } = await translated(galley);
  galley.partner.inject({
    kind: "patch",
    set: { download_url },
    method: "GET",
    path: "/tasks/*/download",
  });

  await robin.clicks(reply, "task.fresh_link");
  const told = await galley.hears(robin, /The partner gives no readable answer just now/u);

  expect(JSON.stringify(told.blocks)).not.toContain("url");
  expect(told.text).toContain("files are safe");
});

test("a link to a host that is not allowed is not shown, and the result is there once it is", async () => {
  await using galley = await openGalley({ env: { RESULT_HOSTS: "files.partner.example" } });
  const { robin } = galley.slack.people;
  const { reply } = await translated(galley);
  await robin.clicks(reply, "task.fresh_link");
  const told = await galley.hears(robin, /add that host to/u);
  await galley.stop();
  await galley.start({ RESULT_HOSTS: "files.partner.example, 127.0.0.1" });

  await robin.clicks(reply, "task.fresh_link");
  const shown = await galley.hears(robin, /Here is your link/u);

  expect(told.text).toMatch(/127\.0\.0\.1.*ask an admin/su);
  expect(JSON.stringify(told.blocks)).not.toContain("/files/");
  expect((await opened(shown)).status).toBe(200);
});

test("a file from a host that is not allowed is not posted, and is once it is allowed", async () => {
  await using galley = await openGalley({ env: { RESULT_HOSTS: "*.partner.example" } });
  const { robin } = galley.slack.people;
  const { post, reply } = await translated(galley);
  await robin.clicks(reply, "task.post_file");
  const told = await galley.reply(post, /I couldn’t post the file here/u);
  await galley.stop();
  await galley.start({ RESULT_HOSTS: "" });

  await robin.clicks(told, "task.post_file");
  const file = await galley.slack.until(() =>
    galley.slack.state.files.all().find(({ user }) => user === galley.slack.app.botUserId),
  );

  expect(file.name).toBe("harbour.fr.txt");
});

test("a fresh link is refused to somebody who has left the conversation", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const { reply } = await translated(galley);
  galley.slack.channels.leave(galley.slack.translations, sam.id);
  const asked = await downloads(galley);

  await sam.clicks(reply, "task.fresh_link");
  await galley.slack.deliveries.settled();

  expect(linksTo(galley.slack.records.ephemerals(), sam.id)).toEqual([]);
  expect(await downloads(galley)).toBe(asked);
});

test.for(["guest", "other"] as const)(
  "a fresh link is refused to a %s",
  async (name, { expect }) => {
    await using galley = await openGalley();
    const person = galley.slack.people[name];
    const { reply } = await translated(galley);

    await person.clicks(reply, "task.fresh_link");
    await galley.hears(person, /Only full members of this workspace/u);

    expect(linksTo(galley.slack.records.ephemerals(), person.id)).toEqual([]);
  },
);

test("a partner in trouble gives no link, and the next click gets one", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { reply } = await translated(galley);
  galley.partner.inject({ kind: "status", status: 503, method: "GET", path: "/tasks/*/download" });

  await robin.clicks(reply, "task.fresh_link");
  await galley.hears(robin, /files are safe; please try again/u);
  await robin.clicks(reply, "task.fresh_link");

  expect(await galley.hears(robin, /Here is your link/u)).toBeDefined();
});

async function downloads(galley: Galley): Promise<number> {
  const { requests } = await galley.partner.records();
  return requests.filter(({ path }) => path.endsWith("/download")).length;
}

function linksTo(all: readonly Ephemeral[], person: string) {
  return all.filter(({ user, text }) => user === person && text.includes("Here is your link"));
}

async function opened(shown: Ephemeral) {
  const buttons = (shown.blocks ?? []).flatMap((block) => listOf(block["elements"]).map(fieldsOf));
  const { statusCode, body } = await request(textOf(buttons[0]?.["url"]));
  return { status: statusCode, body: await readText(body) };
}
