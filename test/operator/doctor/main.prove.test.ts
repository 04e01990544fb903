import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { describe, expect, test } from "vitest";

import { SCOPES } from "#sandbox/slack/options.ts";

import { spawnBot } from "../../journeys/child.ts";
import { textOf } from "../../package.ts";
import { canRunRedis, startRedisServer } from "../../redis-server.ts";
import { aWard, examine } from "./examined.ts";

describe("the doctor", () => {
  test("finds nothing to fix where all is well, and spends, posts and makes nothing", async () => {
    await using ward = await aWard();

    const { code, stdout, faults, stderr } = await ward.examine();

    expect([faults, stderr, code]).toEqual([[], "", 0]);
    expect(stdout).toContain("store: ");
    expect(stdout).toContain("all 17 are granted");
    expect(stdout).toContain("Slack channels: Galley is in at least one");
    expect(stdout).toMatch(/ADMINS: U\w+ is a full member/u);
    expect(stdout).toMatch(/APPROVERS: the user group S\w+ has members: 1/u);
    expect(stdout).toMatch(/the key \S+ is accepted; 120 requests a minute/u);
    expect(stdout).toContain("ours agrees with Slack’s");
    expect(stdout).toContain("Nothing to fix");
    expect(ward.slack.records.posts()).toEqual([]);
    expect(
      (await ward.partner.records()).requests.filter(({ method }) => method === "POST"),
    ).toEqual([]);
    expect(readdirSync(dirname(ward.storePath))).toEqual([]);
  });

  test("names every fault of the environment and ends with 78", async () => {
    const { code, faults } = await examine({ SLACK_BOT_TOKEN: "secret-1", ADMINS: "secret-2" });

    expect(code).toBe(78);
    expect(faults.join("\n")).toContain("environment: SLACK_BOT_TOKEN must begin with xoxb-");
    expect(faults.join("\n")).toContain("environment: PARTNER_BASE_URL is missing");
    expect(faults.join("\n")).not.toContain("secret");
  });

  test("reads .env where npm runs it, and what the environment sets comes first", async () => {
    await using ward = await aWard();
    const { PARTNER_API_KEY: key, ...rest } = ward.env;
    const lines = Object.entries({ ...rest, PARTNER_API_KEY: "a-key-of-old" });

    const asNpm = await ward.examineAsNpm(lines.map((pair) => pair.join("=")).join("\n"), {
      PARTNER_API_KEY: key,
    });

    expect([asNpm.faults, asNpm.stderr, asNpm.code]).toEqual([[], "", 0]);
  });

  test("finds every variable of .env.example missing until it is filled in", async () => {
    await using ward = await aWard();

    const { code, faults } = await ward.examineAsNpm(textOf(".env.example"));

    expect(code).toBe(78);
    expect(faults.map((line) => / ([A-Z_]+) is missing/u.exec(line)?.[1])).toEqual([
      "SLACK_BOT_TOKEN",
      "PARTNER_BASE_URL",
      "PARTNER_API_KEY",
      "ADMINS",
      "SLACK_SIGNING_SECRET",
    ]);
  });

  test("prints no secret, whatever is wrong", async () => {
    await using ward = await aWard();
    const { botToken, signingSecret } = ward.slack;

    const well = await ward.examine();
    const ill = await ward.examine({
      SLACK_BOT_TOKEN: "xoxb-wrong-token",
      PARTNER_API_KEY: "wrong-key-1",
      STORE_URL: "redis://:sesame-1@127.0.0.1:1",
    });

    const said = [well, ill].map(({ stdout, stderr }) => stdout + stderr).join("");
    for (const one of [
      botToken,
      signingSecret,
      "ward-key-123",
      "wrong-token",
      "wrong-key-1",
      "sesame-1",
    ]) {
      expect(said).not.toContain(one);
    }
  });
});

describe("at Slack the doctor", () => {
  test("names each missing scope and what it is for", async () => {
    const scopes = SCOPES.filter((scope) => scope !== "files:read" && scope !== "im:write");
    await using ward = await aWard({ slack: { scopes } });

    const { code, faults } = await ward.examine();

    expect(code).toBe(1);
    expect(faults).toHaveLength(2);
    expect(faults[0]).toContain("files:read is missing, for the manuscripts. Add it");
    expect(faults[1]).toContain("im:write is missing, for telling admins");
  });

  test("says how it comes into a channel while it is in none", async () => {
    await using ward = await aWard();
    const { state, app } = ward.slack;
    for (const channel of state.channels.all()) state.channels.leave(channel, app.botUserId);

    const { code, stdout } = await ward.examine();

    expect(code).toBe(0);
    expect(stdout).toMatch(/not in any channel yet. Type \/invite @\w+ in one/u);
  });

  test("asks for the scope of user groups only where one is listed", async () => {
    const scopes = SCOPES.filter((scope) => scope !== "usergroups:read");
    await using ward = await aWard({ slack: { scopes } });
    const { ana } = ward.slack.people;

    const people = await ward.examine({ APPROVERS: ana.id });
    const group = await ward.examine({ APPROVERS: ward.slack.approvers.id });

    expect([people.code, people.faults]).toEqual([0, []]);
    expect(group.faults[0]).toContain("usergroups:read is missing, for user groups in ADMINS");
  });

  test("says which scopes are more than is needed, without calling it a fault", async () => {
    await using ward = await aWard({ slack: { scopes: [...SCOPES, "channels:manage"] } });

    const { code, stdout } = await ward.examine();

    expect(code).toBe(0);
    expect(stdout).toContain("can lose these: channels:manage");
  });

  test("says that the token is not accepted", async () => {
    await using ward = await aWard();

    const { code, faults } = await ward.examine({ SLACK_BOT_TOKEN: "xoxb-elsewhere" });

    expect(code).toBe(1);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain("Slack says invalid_auth to SLACK_BOT_TOKEN");
  });

  test("says that an org-wide install is to become one of a workspace", async () => {
    await using ward = await aWard({ slack: { isOrgWide: true } });

    const { code, faults } = await ward.examine();

    expect(code).toBe(1);
    expect(faults).toEqual([expect.stringContaining("is of an org-wide install")]);
  });

  test("counts who belongs to the workspace by the Enterprise Grid, whatever their home", async () => {
    await using ward = await aWard();
    const { people, state } = ward.slack;
    const teams = ["T0HOME", state.app.team.id];
    const here = people.add({ name: "kim", grid: { home: "T0HOME", teams } });
    const elsewhere = people.add({ name: "lee", grid: { home: "T0HOME", teams: ["T0HOME"] } });

    const { faults } = await ward.examine({ APPROVERS: `${here.id},${elsewhere.id}` });

    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(
      new RegExp(`${elsewhere.id} is a guest.* or of another workspace`, "u"),
    );
  });

  test("tells whether any event of Slack’s ever came", async () => {
    await using ward = await aWard();
    const first = spawnBot(ward.env);
    await first.port();
    await first.ends("SIGTERM");
    const before = await ward.examine();
    const second = spawnBot(ward.env);
    ward.slack.connect(`http://127.0.0.1:${await second.port()}/slack/events`);
    await ward.slack.people.robin.opensHome();
    await second.ends("SIGTERM");
    const after = await ward.examine();

    expect(before.stdout).toContain("Slack events: none has come yet");
    expect(after.stdout).toContain("Slack events: Slack has sent some");
  });

  test("says that the two tokens are of two apps", async () => {
    await using ward = await aWard();
    const { id } = ward.slack.state.app;

    const { faults } = await ward.examine({ SLACK_APP_TOKEN: "xapp-1-A0OTHER-1-elsewhere" });

    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`SLACK_APP_TOKEN is of the app A0OTHER, SLACK_BOT_TOKEN of ${id}`);
  });

  test("tries the token for Socket Mode", async () => {
    await using ward = await aWard();
    const { appToken } = ward.slack;

    const good = await ward.examine({ SLACK_APP_TOKEN: appToken });
    const wrong = await ward.examine({ SLACK_APP_TOKEN: "xapp-elsewhere" });

    expect([good.code, good.stdout]).toEqual([0, expect.stringContaining("opens Socket Mode")]);
    expect(wrong.faults[0]).toContain("Slack says invalid_auth to SLACK_APP_TOKEN");
  });

  test("says who of those that are listed cannot approve", async () => {
    await using ward = await aWard();
    const { guest, other } = ward.slack.people;

    const approvers = `U0NOBODY,S0NOGROUP,${guest.id},${other.id}`;
    const { code, faults } = await ward.examine({ APPROVERS: approvers });

    expect(code).toBe(1);
    expect(faults.map((line) => line.split("APPROVERS: ")[1])).toEqual([
      "Slack knows nobody by U0NOBODY (user_not_found): correct or remove it.",
      "Slack refuses the user group S0NOGROUP (no_such_subteam), so it counts as empty: correct or remove it.",
      expect.stringContaining(`${guest.id} is a guest`),
      expect.stringContaining(other.id),
    ]);
  });

  test("says that nothing answers there", async () => {
    await using ward = await aWard();

    const { code, faults } = await ward.examine({ SLACK_API_URL: "http://127.0.0.1:1/api/" });

    expect(code).toBe(1);
    expect(faults[0]).toContain("Slack cannot be reached");
  });
});

describe("at the partner the doctor", () => {
  test("says that the key was revoked", async () => {
    await using ward = await aWard();
    ward.partner.change({ revoked: true });

    const { code, faults } = await ward.examine();

    expect([code, faults.length]).toEqual([1, 1]);
    expect(faults[0]).toContain("PARTNER_API_KEY is not accepted");
  });

  test("says that the account is empty", async () => {
    await using ward = await aWard({ partner: { balance: 0 } });

    expect((await ward.examine()).faults[0]).toContain("nothing can be approved before");
  });

  test.each([
    ["refuses to be asked", { kind: "status", status: 429 } as const, "it asks to wait"],
    [
      "fails",
      { kind: "status", status: 503 } as const,
      "no clear answer (the partner answered 503)",
    ],
  ])("cannot tell when it %s", async (_, fault, says) => {
    await using ward = await aWard();
    ward.partner.inject({ ...fault, path: "/usage" });

    const { code, open } = await ward.examine();

    expect(code).toBe(0);
    expect(open.join("\n")).toContain(says);
  });

  test("says that something else answers at the address, or nothing", async () => {
    await using ward = await aWard();
    ward.partner.inject({ kind: "body", body: "html", path: "/usage" });

    const html = await ward.examine();
    const closed = await ward.examine({ PARTNER_BASE_URL: "http://127.0.0.1:1/api/b2b/v1" });
    const { url } = ward.partner;
    const plain = await ward.examine({ PARTNER_BASE_URL: url.replace("http:", "https:") });

    expect(html.faults[0]).toContain("is not the partner’s API");
    expect(closed.faults[0]).toContain("PARTNER_BASE_URL cannot be reached (connect ECONNREFUSED");
    expect(plain.faults[0]).toMatch(/cannot be reached \(.*SSL.*\): check address, certificate/u);
  });
});

describe("of the store the doctor", () => {
  test("says whether a bot is using it, disturbs neither that one nor the next", async () => {
    await using ward = await aWard();
    const bot = spawnBot(ward.env);
    await bot.port();

    const during = await ward.examine();
    await bot.ends("SIGTERM");
    const after = await ward.examine();
    const again = spawnBot(ward.env);
    await again.port();

    expect(await again.ends("SIGTERM")).toBe(0);
    expect([during.code, after.code]).toEqual([0, 0]);
    expect(during.stdout).toContain("is in use by another process, as it should be");
    expect(after.stdout).toContain("opens; open quotes: 0. Nothing is using it now");
  });

  test("says that an earlier version has written it", async () => {
    await using ward = await aWard();
    mkdirSync(dirname(ward.storePath), { recursive: true });
    const db = new DatabaseSync(ward.storePath);
    db.exec("CREATE TABLE records (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT");
    db.close();

    const { code, faults } = await ward.examine();

    expect(code).toBe(1);
    expect(faults[0]).toContain("name an empty store");
  });

  test("says that it is no store, or is lost at every stop", async () => {
    await using ward = await aWard();
    mkdirSync(dirname(ward.storePath), { recursive: true });
    writeFileSync(ward.storePath, "no store at all, but somebody’s letter to somebody");

    const broken = await ward.examine();
    const fleeting = await ward.examine({ STORE_URL: "memory:" });

    expect(broken.faults[0]).toContain("cannot be read (file is not a database)");
    expect(fleeting.faults[0]).toContain("forgets every approval");
  });

  test("says that a page of it is broken, and takes an empty file for a new one", async () => {
    await using ward = await aWard();
    const bot = spawnBot(ward.env);
    await bot.port();
    await bot.ends("SIGTERM");
    const bytes = readFileSync(ward.storePath);
    writeFileSync(ward.storePath, bytes.fill(90, bytes.length - 8192, bytes.length - 4096));
    const broken = await ward.examine();
    writeFileSync(ward.storePath, "");

    const { code, stdout } = await ward.examine();

    expect(broken.faults).toEqual([expect.stringContaining("which copy may be restored")]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("open quotes: 0")]);
  });
});

describe.skipIf(!canRunRedis("the doctor’s look at Redis"))("of a Redis the doctor", () => {
  test("says that it is safe, how fast it answers and how it syncs", async () => {
    await using ward = await aWard();
    await using redis = await startRedisServer({ appendfsync: "everysec" });

    const { code, stdout } = await ward.examine({ STORE_URL: redis.url });

    expect(code).toBe(0);
    expect(stdout).toMatch(/keeps an append-only file, never evicts, and answers in \d+ ms/u);
    expect(stdout).toContain("appendfsync is “everysec”");
  });

  test("says what makes it unsafe", async () => {
    await using ward = await aWard();
    await using redis = await startRedisServer({
      appendonly: "no",
      "maxmemory-policy": "allkeys-lru",
    });

    const { code, faults } = await ward.examine({ STORE_URL: redis.url });

    expect(code).toBe(1);
    expect(faults[0]).toContain("`appendonly yes`");
    expect(faults[0]).toContain("`maxmemory-policy noeviction`");
  });

  test("says that the password is another one, or that it is a replica", async () => {
    await using ward = await aWard();
    await using redis = await startRedisServer();
    await using replica = await startRedisServer({
      replicaof: new URL(redis.url).host.replace(":", " "),
    });

    const locked = await ward.examine({ STORE_URL: redis.url.replace("//", "//:sesame-1@") });
    const { faults } = await ward.examine({ STORE_URL: replica.url });

    expect(locked.faults[0]).toContain("ERR AUTH");
    expect(faults).toEqual([expect.stringContaining("Redis is a replica")]);
  });

  test("says that it is not there", async () => {
    await using ward = await aWard();

    const { code, faults } = await ward.examine({ STORE_URL: "redis://127.0.0.1:1" });

    expect(code).toBe(1);
    expect(faults[0]).toContain("Redis cannot be used (Redis cannot be reached at 127.0.0.1:1 (");
    expect(faults[0]).toContain("ECONNREFUSED");
  });
});
