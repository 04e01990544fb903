import { z } from "zod";

import { sleep } from "../../sleep.ts";
import { taskSchema } from "../contract/task.ts";
import type { Task, TaskEnd } from "../contract/task.ts";
import { createOf, hashOf, prefixOf, withoutTexts } from "./books.ts";
import type { Books, Create, Placed } from "./books.ts";
import type { RedisClient } from "./redis-client.ts";
import type { Seal } from "./seal.ts";

const goodbyeMs = 1_000;

const names = {
  balances: "service:balances",
  reserved: "service:reserved",
  keys: "service:keys",
  remembered: "service:remembered",
  /** Ids of all tasks and of pending ones, by creation time, and of ended ones, by their end. */
  tasks: "service:tasks",
  pending: "service:pending",
  ended: "service:ended",
  /** Sealed tasks by id. */
  sealed: "service:sealed",
  progress: "service:progress",
  usage: "service:usage",
  creates: "service:creates",
};
const passagesOf = (taskId: string) => `service:passages:${taskId}`;

/** Keeps the books on a Redis that several processes share; each atomic step is one script. */
export function openRedisBooks(client: RedisClient, seal: Seal): Books {
  return {
    accounts: accountsOn(client),
    keys: keysOn(client),
    tasks: tasksOn(client, seal),
    passages: {
      find: async (taskId, name) => {
        const found = await client.hGet(passagesOf(taskId), name);
        return found === null
          ? undefined
          : seal.openText(`${taskId} ${name}`, Buffer.from(found, "base64"));
      },
      save: async (taskId, name, text) => {
        const sealed = seal.text(`${taskId} ${name}`, text).toString("base64");
        const given = {
          keys: [names.pending, passagesOf(taskId)],
          arguments: [taskId, name, sealed],
        };
        await client.eval(saveScript, given);
      },
    },
    creates: {
      add: async (create) => void (await client.rPush(names.creates, JSON.stringify(create))),
      all: async () => {
        const rows = await client.lRange(names.creates, 0, -1);
        return rows.map((row) => createSchema.parse(JSON.parse(row)));
      },
    },
    close: async () => {
      // A close would wait for a Redis that is away.
      await Promise.race([client.close(), sleep(goodbyeMs)]);
      if (client.isOpen) client.destroy();
    },
  };
}

const createSchema: z.ZodType<Create> = z.object({
  at: z.number(),
  account: z.string(),
  idempotencyKey: z.string().optional(),
  outcome: z.enum(["created", "replayed", "conflict", "unpaid", "malformed"]),
  action: z.string().optional(),
  taskId: z.string().optional(),
});

function accountsOn(client: RedisClient): Books["accounts"] {
  const all = async () => {
    const [balances, reserved] = await Promise.all([
      client.hGetAll(names.balances),
      client.hGetAll(names.reserved),
    ]);
    return Object.entries(balances).map(([name, balance]) => {
      return { name, balance: Number(balance), reserved: Number(reserved[name] ?? 0) };
    });
  };
  const usage = async () => {
    const counts = await client.hGetAll(names.usage);
    return Object.entries(counts)
      .filter(([field]) => field.endsWith("\ntasks"))
      .map(([field, tasks]) => {
        const [month = "", account = "", prefix = ""] = field.split("\n");
        const credits = Number(counts[usageField({ month, account, prefix }, "credits")] ?? 0);
        return { month, account, prefix, tasks: Number(tasks), credits };
      })
      .toSorted((one, other) => (usageField(one, "") < usageField(other, "") ? -1 : 1));
  };
  return {
    find: async (name) => {
      const [balance, reserved] = await Promise.all([
        client.hGet(names.balances, name),
        client.hGet(names.reserved, name),
      ]);
      return balance === null
        ? undefined
        : { name, balance: Number(balance), reserved: Number(reserved ?? 0) };
    },
    all,
    set: async (name, balance) => void (await client.hSet(names.balances, name, balance)),
    add: async (name, credits) => void (await client.hIncrBy(names.balances, name, credits)),
    used: async (name, since) => {
      const rows = (await usage()).filter(({ account, month }) => {
        return account === name && month >= monthOf(since);
      });
      return rows.reduce((sum, { credits }) => sum + credits, 0);
    },
    usage,
  };
}

type Used = { readonly month: string; readonly account: string; readonly prefix: string };

function usageField({ month, account, prefix }: Used, what: string): string {
  return [month, account, prefix, what].join("\n");
}

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

const keySchema = z.object({
  hash: z.string(),
  prefix: z.string(),
  account: z.string(),
  rpm: z.number(),
  revoked: z.boolean(),
  place: z.number(),
});

function keysOn(client: RedisClient): Books["keys"] {
  const read = (text: string) => keySchema.parse(JSON.parse(text));
  const write = async (key: z.infer<typeof keySchema>) =>
    void (await client.hSet(names.keys, key.hash, JSON.stringify(key)));
  const find = async (hash: string) => {
    const found = await client.hGet(names.keys, hash);
    return found === null ? undefined : read(found);
  };
  return {
    find: (key) => find(hashOf(key)),
    all: async () => {
      const found = Object.values(await client.hGetAll(names.keys)).map(read);
      return found.toSorted((one, other) => one.place - other.place);
    },
    issue: async (key, { account, rpm }) => {
      const place = await client.hLen(names.keys);
      const named = { hash: hashOf(key), prefix: prefixOf(key) };
      await write({ ...named, account, rpm, revoked: false, place });
    },
    change: async ({ hash, rpm, revoked }) => {
      const known = await find(hash);
      if (known !== undefined) await write({ ...known, rpm, revoked });
    },
  };
}

function tasksOn(client: RedisClient, seal: Seal): Books["tasks"] {
  const { sealed, opened } = sealingOf(seal);
  const find = async (id: string) => {
    const found = await client.hGet(names.sealed, id);
    return found === null ? undefined : opened(id, found);
  };
  const findAll = async (ids: readonly string[]) =>
    (await Promise.all(ids.map(find))).filter((task) => task !== undefined);
  const place = async (task: Task): Promise<Placed> => {
    const { id, account, idempotencyKey } = task;
    const given = [
      id,
      account,
      idempotencyKey === undefined ? "" : `${account}\n${idempotencyKey}`,
      task.reserved,
      task.createdAt,
      sealed(task),
      JSON.stringify(createOf(task, "created")),
    ];
    const { balances, reserved, remembered, tasks, pending, creates } = names;
    const keys = [balances, reserved, remembered, tasks, pending, names.sealed, creates];
    const asked = { keys, arguments: given.map(String) };
    const answer = z.string().parse(await client.eval(placeScript, asked));
    if (answer === "created" || answer === "unpaid") return { outcome: answer };
    const known = await find(answer);
    if (known === undefined) throw new Error("the task of an idempotency key is not there");
    return { outcome: "known", known };
  };
  const end = async (id: string, ending: TaskEnd) => {
    const task = await find(id);
    if (task?.status !== "pending") return task;
    const ended = { ...task, ...ending };
    const answer = await client.eval(endScript, endingOf(ended, sealed(ended)));
    // Another process may have ended it meanwhile.
    return answer === 1 ? ended : await find(id);
  };
  return {
    find,
    all: async () => findAll(await client.zRange(names.tasks, 0, -1)),
    pending: async () => findAll(await client.zRange(names.pending, 0, -1)),
    place,
    end,
    isKept: async (id) => (await client.hGet(names.sealed, id)) !== null,
    endedBefore: async (time) => findAll(await client.zRangeByScore(names.ended, 0, `(${time}`)),
    erase: async (task) => {
      const emptied = sealed(withoutTexts(task));
      await client.multi().hSet(names.sealed, task.id, emptied).zRem(names.ended, task.id).exec();
    },
    forgetKeys: async () => void (await client.del(names.remembered)),
    progress: async (id) => Number((await client.hGet(names.progress, id)) ?? 0),
    advance: async (id, share) => {
      const asked = { keys: [names.pending, names.progress], arguments: [id, id, `${share}`] };
      await client.eval(saveScript, asked);
    },
  };
}

/** Seals a task for the store, and opens it. */
function sealingOf(seal: Seal) {
  const sealed = (task: Task) =>
    seal.text(`task ${task.id}`, JSON.stringify(task)).toString("base64");
  const opened = (id: string, text: string): Task =>
    taskSchema.parse(JSON.parse(seal.openText(`task ${id}`, Buffer.from(text, "base64"))));
  return { sealed, opened };
}

function endingOf(task: Task & TaskEnd, sealed: string) {
  const { id, account, keyPrefix: prefix, charged, reserved, endedAt } = task;
  const used = { month: monthOf(endedAt), account, prefix };
  const fields = [usageField(used, "tasks"), usageField(used, "credits")];
  const { pending, balances, usage, progress, ended } = names;
  const keys = [pending, names.sealed, balances, names.reserved, usage, progress, ended];
  const given = [id, account, charged, reserved, endedAt, sealed, ...fields];
  return { keys: [...keys, passagesOf(id)], arguments: given.map(String) };
}

const placeScript = `
  local id, account, key, price, at, sealed, note = unpack(ARGV)
  local known = key ~= '' and redis.call('HGET', KEYS[3], key)
  if known then return known end
  local balance = tonumber(redis.call('HGET', KEYS[1], account) or 0)
  local reserved = tonumber(redis.call('HGET', KEYS[2], account) or 0)
  if tonumber(price) > 0 and balance - reserved < tonumber(price) then return 'unpaid' end
  redis.call('HINCRBY', KEYS[2], account, price)
  if key ~= '' then redis.call('HSET', KEYS[3], key, id) end
  redis.call('ZADD', KEYS[4], at, id)
  redis.call('ZADD', KEYS[5], at, id)
  redis.call('HSET', KEYS[6], id, sealed)
  redis.call('RPUSH', KEYS[7], note)
  return 'created'
`;

const endScript = `
  local id, account, charged, reserved, at, sealed, tasks, credits = unpack(ARGV)
  if redis.call('ZREM', KEYS[1], id) == 0 then return 0 end
  redis.call('HSET', KEYS[2], id, sealed)
  redis.call('HINCRBY', KEYS[3], account, -charged)
  redis.call('HINCRBY', KEYS[4], account, -reserved)
  redis.call('HINCRBY', KEYS[5], tasks, 1)
  redis.call('HINCRBY', KEYS[5], credits, charged)
  redis.call('HDEL', KEYS[6], id)
  redis.call('ZADD', KEYS[7], at, id)
  redis.call('DEL', KEYS[8])
  return 1
`;

/** Saves only while the task is pending: a later value would stay for ever. */
const saveScript = `
  if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
    redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
  end
`;
