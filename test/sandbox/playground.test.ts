import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { fetch, request } from "#lib/http.ts";
import { startPartnerSandbox } from "#sandbox/partner/start.ts";
import { samples } from "#sandbox/playground/samples.ts";
import { startPage } from "#sandbox/playground/start.ts";
import { commands, shortcuts } from "#sandbox/slack/page/app.ts";
import { newsOf, screenOf } from "#sandbox/slack/page/screen.ts";
import { startSlackSandbox } from "#sandbox/slack/slack.ts";

test("another site that is open in the same browser can do nothing", async () => {
  await using ground = await openGround();
  const origin = "https://elsewhere.example";

  const done = await post(ground, "/do", { origin, body: said(ground, "Hello") });
  const control = await post(ground, "/control", {
    origin,
    body: '{"control":"clear-faults"}',
  });
  const bare = await post(ground, "/do", { body: said(ground, "Hello") });

  expect([done, control, bare]).toEqual([403, 403, 403]);
  expect(ground.slack.records.posts()).toEqual([]);
});

test("the page itself can", async () => {
  await using ground = await openGround();

  const status = await post(ground, "/do", { origin: ground.url, body: said(ground, "Hello") });

  expect(status).toBe(200);
  expect(ground.slack.records.posts()).toMatchObject([{ text: "Hello" }]);
});

test("a name that somebody else lets point to this machine is not answered", async () => {
  await using ground = await openGround();

  const { statusCode } = await request(ground.url, { headers: { host: "rebound.example" } });

  expect(statusCode).toBe(403);
});

test("nobody but this machine reaches the page, nor the Slack and the partner behind it", async () => {
  await using ground = await openGround();

  for (const url of [ground.url, ground.slack.origin, ground.partner.origin]) {
    // Another address of this machine: only a server that listens on all of them answers there.
    const other = new URL(url.replace("127.0.0.1", "127.0.0.2"));
    await expect(request(other)).rejects.toThrow("ECONNREFUSED");
    expect((await request(url)).statusCode).toBeGreaterThan(0);
  }
});

test.each(["/slack/slack.ts", "/playground/start.ts", "/..%2f..%2fpackage.json", "/package.json"])(
  "%s is none of the page's files",
  async (path) => {
    await using ground = await openGround();

    expect((await fetch(`${ground.url}${path}`)).status).toBe(404);
  },
);

test("the page may run and load nothing but its own files", async () => {
  await using ground = await openGround();

  const { headers } = await fetch(ground.url);
  const script = await fetch(`${ground.url}/slack/page/browser/main.ts`);

  expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await script.text()).not.toContain("import type");
});

test("a deed that is none is refused with the reason", async () => {
  await using ground = await openGround();

  const body = JSON.stringify({ deed: "approve everything" });

  expect(await post(ground, "/do", { origin: ground.url, body })).toBe(400);
});

test("the language of the page is that of everybody and of every conversation, as Slack tells it", async () => {
  await using ground = await openGround();
  const { slack } = ground;

  const body = JSON.stringify({ deed: "speak", locale: "de-DE" });
  await post(ground, "/do", { origin: ground.url, body });

  const { people, channels } = slack.state;
  const heard = [...people.all(), ...channels.all()].map(({ locale }) => locale);
  expect(new Set(heard)).toEqual(new Set(["de-DE"]));
});

test("each sees what Slack would show them, and no more", async () => {
  await using slack = await startSlackSandbox({ now: Date.now });
  const { robin, ana } = slack.people;
  const members = [robin.id];
  slack.channels.add({ name: "secret", kind: "private", members });
  await robin.uploads("#secret", { name: "plan.txt", content: "Our plan." });
  const channel = slack.translations.id;
  slack.state.messages.showEphemeral({ channel, user: robin.id, text: "For you alone" });

  const [hers, his] = [screenOf(slack, ana.id), screenOf(slack, robin.id)];

  expect(his).toMatchObject({ said: [{}, {}], files: [{ name: "plan.txt" }] });
  expect(hers).toMatchObject({ said: [], files: [] });
  const heard = slack.state.changes.history().map((change) => newsOf(slack, ana.id, change));
  expect(JSON.stringify(heard)).not.toMatch(/plan\.txt|For you alone/);
});

test("a file is kept only by those who may read it", async () => {
  await using ground = await openGround();
  const { robin, sam } = ground.slack.people;
  const { fileIds } = await robin.posts({ files: [{ name: "plan.txt", content: "Our plan." }] });
  const address = (as: string) => `${ground.url}/file/${fileIds[0] ?? ""}?as=${as}`;

  const his = await fetch(address(robin.id));
  const sams = await fetch(address(sam.id));

  expect([his.status, await his.text(), sams.status]).toEqual([200, "Our plan.", 404]);
  expect(his.headers.get("content-disposition")).toContain("attachment");
});

test("the composer offers what the manifest registers", () => {
  const manifest = readFileSync(new URL("../../manifest.yml", import.meta.url), "utf8");
  const named = [
    ...commands.flatMap(({ command, description }) => [`command: ${command}\n`, description]),
    ...shortcuts.flatMap(({ callbackId, name }) => [`callback_id: ${callbackId}`, `name: ${name}`]),
  ];

  expect(named.filter((words) => !manifest.includes(words))).toEqual([]);
});

test("the sample novel has a million characters, in chapters", async () => {
  const novel = String(await samples.find(({ title }) => title.includes("novel"))?.content());

  expect(Array.from(novel)).toHaveLength(1_000_000);
  expect(novel.match(/^Chapter \d+$/gmu)?.length).toBeGreaterThan(20);
});

type Ground = Awaited<ReturnType<typeof openGround>>;

test("a browser can resolve every module of the page", async () => {
  await using ground = await openGround();
  const seen = new Map<string, number>();
  const follow = async (address: string): Promise<void> => {
    if (seen.has(address)) return;
    const response = await fetch(address);
    seen.set(address, response.status);
    const text = await response.text();
    const named = [...text.matchAll(/^(?:import|export)\b[^"';]*\bfrom "([^"]+)"/gmu)];
    // A name without a dot before it is no address that a browser could ask for.
    for (const [, name = ""] of named) {
      if (name.startsWith(".")) await follow(new URL(name, address).href);
      else seen.set(name, 404);
    }
  };

  await follow(`${ground.url}/slack/page/browser/main.ts`);

  expect(seen.size).toBeGreaterThan(15);
  expect([...seen].filter(([, status]) => status !== 200)).toEqual([]);
});

async function openGround() {
  await using ends = new AsyncDisposableStack();
  const slack = ends.use(await startSlackSandbox({ now: Date.now }));
  const partner = ends.use(await startPartnerSandbox({ apertium: "/nonexistent/apertium" }));
  const idle = { kill: async () => undefined, restart: async () => undefined };
  const bot = { ...idle, state: () => "running" as const };
  const log = (message: string, error: unknown) => {
    throw new Error(message, { cause: error });
  };
  const { url } = ends.use(await startPage({ slack, partner, bot, port: 0, log }));
  const galley = ends.move();
  return { slack, partner, url, [Symbol.asyncDispose]: () => galley.disposeAsync() };
}

const said = ({ slack }: Ground, text: string) =>
  JSON.stringify({ deed: "post", channel: slack.translations.id, text, files: [] });

async function post(
  { url, slack }: Ground,
  path: string,
  { origin, body }: { readonly origin?: string; readonly body: string },
): Promise<number> {
  const headers = {
    "content-type": "application/json",
    ...(origin === undefined ? {} : { origin }),
  };
  const address = `${url}${path}?as=${slack.people.robin.id}`;
  return (await request(address, { method: "POST", headers, body })).statusCode;
}
