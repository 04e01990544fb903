import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, expect, test, vi } from "vitest";

import { fetch, FormData } from "#lib/http.ts";

import { openPartner } from "../../proofs/contract/partner.ts";

test("tasks, balances, keys and running work survive a restart", async () => {
  using folder = aFolder();
  const store = join(folder.path, "partner.sqlite");
  const first = await openPartner({ store, balance: 500 });
  const { data } = await first.create({ idempotencyKey: "k-1" });
  await first.sandbox.close();

  await using second = await openPartner({ store, balance: 9_999 });
  const replay = await second.create({ idempotencyKey: "k-1" });
  second.pass(10);
  const task = await second.call(`/tasks/${String(data["task_id"])}`);

  expect(replay.data["task_id"]).toBe(data["task_id"]);
  expect(task.data).toMatchObject({ status: "completed", credits_charged: 10 });
  expect((await second.call("/usage")).data["balance_credits"]).toBe(490);
});

test("a link and its file outlive a restart", async () => {
  using folder = aFolder();
  const store = join(folder.path, "partner.sqlite");
  const first = await openPartner({ store });
  const { data } = await first.create();
  first.pass(10);
  const download = await first.call(`/tasks/${String(data["task_id"])}/download`);
  await first.sandbox.close();

  await using second = await openPartner({ store });
  const link = new URL(String(download.data["download_url"]));
  const file = await second.call(`${second.sandbox.origin}${link.pathname}${link.search}`);

  expect(file.text).toBe("⟦fr: 0123456789⟧");
});

test("a revoked key stays revoked", async () => {
  using folder = aFolder();
  const store = join(folder.path, "partner.sqlite");
  const first = await openPartner({ store });
  first.sandbox.change({ revoked: true });
  await first.sandbox.close();

  await using second = await openPartner({ store });

  expect((await second.call("/usage")).status).toBe(401);
});

test("a create that was answered survives a kill -9 right after", async () => {
  using folder = aFolder();
  const store = join(folder.path, "partner.sqlite");
  const child = await aChild(store);
  const form = new FormData();
  for (const [name, value] of [
    ["action", "translation"],
    ["target_lang", "fr"],
    ["char_limit", "100000"],
  ] as const) {
    form.append(name, value);
  }
  form.append("file", new Blob(["0123456789".repeat(10_000)]), "novel.txt");

  const headers = { authorization: "Bearer sandbox-key", "idempotency-key": "k-1" };
  const reply = await fetch(`${child.url}/tasks`, { method: "POST", headers, body: form });
  await child.end("SIGKILL");

  await using partner = await openPartner({ store, charsPerSecond: 1e-6 });
  const { tasks, accounts } = await partner.sandbox.records();
  expect(reply.status).toBe(200);
  expect(tasks).toMatchObject([{ idempotencyKey: "k-1", reserved: 100_000 }]);
  expect(accounts[0]).toMatchObject({ balance: 1_000_000, reserved: 100_000 });
});

test("SIGTERM ends the service with exit code 0", async () => {
  using folder = aFolder();
  const child = await aChild(join(folder.path, "partner.sqlite"));

  expect(await child.end("SIGTERM")).toEqual([0, null]);
});

test("an upload that is cut short of its length leaves no task and no text", async () => {
  using folder = aFolder();
  const store = join(folder.path, "partner.sqlite");
  await using partner = await openPartner({ store });
  const part = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
  const head = [
    "POST /api/b2b/v1/tasks HTTP/1.1",
    "Host: sandbox",
    "Authorization: Bearer sandbox-key",
    "Content-Type: multipart/form-data; boundary=b",
    "Content-Length: 5000",
  ].join("\r\n");

  const socket = connect(Number(new URL(partner.sandbox.url).port), "127.0.0.1");
  socket.end(`${head}\r\n\r\n--b\r\n${part}\r\n\r\nhalf a manuscr`);

  await expect
    .poll(async () => (await partner.sandbox.records()).requests)
    .toMatchObject([{ method: "POST", path: "/tasks", status: 0 }]);
  expect((await partner.sandbox.records()).tasks).toEqual([]);
  const db = new DatabaseSync(store, { readOnly: true });
  expect(db.prepare("SELECT key FROM keyv WHERE key LIKE '%service-pieces%'").all()).toEqual([]);
  db.close();
});

test("without a store nothing is left behind", async () => {
  using folder = aFolder();
  vi.stubEnv("TMPDIR", folder.path);

  const partner = await openPartner();
  await partner.create();
  await partner.sandbox.close();

  expect(readdirSync(folder.path)).toEqual([]);
});

test("a start on a port that is taken fails and leaves nothing behind", async () => {
  await using partner = await openPartner();
  using folder = aFolder();
  vi.stubEnv("TMPDIR", folder.path);

  const port = Number(new URL(partner.sandbox.url).port);
  await expect(openPartner({ port })).rejects.toThrow("EADDRINUSE");

  expect(readdirSync(folder.path)).toEqual([]);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function aFolder() {
  const path = mkdtempSync(join(tmpdir(), "store-test-"));
  return {
    path,
    [Symbol.dispose]: () => {
      if (existsSync(path)) rmSync(path, { recursive: true });
    },
  };
}

/** The sandbox as a process of its own, as `npm run sandbox` starts it. */
async function aChild(store: string) {
  const child = spawn(process.execPath, ["src/sandbox/partner/main.ts"], {
    env: { PATH: "", SANDBOX_STORE: store, SANDBOX_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8");
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(text);
    if (printed.includes("/usage")) break;
  }
  return {
    url: /http:\S+\/api\/b2b\/v1/.exec(printed)?.[0] ?? "",
    end: async (signal: NodeJS.Signals) => {
      const gone = once(child, "exit");
      child.kill(signal);
      return gone;
    },
  };
}
