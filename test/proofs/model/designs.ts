import { setup } from "../../builders.ts";
import type { Purchase } from "./purchase.ts";
import { type Outside, type Program, type Wish, readCard } from "./replay.ts";
import type { Chances, World } from "./world.ts";

/** One design of the protocol that must not pay twice, say twice or lose anything. */
export type Design = {
  readonly name: string;
  /** The acts of people on the cards in their current state. */
  readonly acts: (world: World) => readonly Act[];
  /** The steps that the record of a quote still requires. */
  readonly steps: (record: string) => readonly Step[];
  /** The approved runs in the store, for a world whose store may go back. */
  readonly approved?: (world: World) => readonly Purchase[];
  /** True for a read that happens together with the wish before it: see `resumeSales`. */
  readonly isQuiet?: (wish: Wish) => boolean;
  /** True when nothing of ours can come between the last check and the bytes leaving. */
  readonly checksLast: boolean;
  /**
   * The role of a message in the thread: the announcement, or a ping beside the card, which
   * announces.
   */
  readonly postsAre: "results" | "pings";
};

/** `name` identifies the act and everything that it was given. */
export type Act = {
  readonly name: string;
  /** The chance that each act uses up; undefined when it happens by itself. */
  readonly uses: keyof Chances | undefined;
  /** True when nothing comes between its parts. */
  readonly isWhole?: boolean;
  readonly take: Program;
};

/** `name` identifies the step and everything that it was given. */
export type Step = Pick<Act, "name" | "isWhole" | "take"> & {
  readonly at: number;
  /** The due time of a step that counts from a time that may lie in the future. */
  readonly dueAt?: (now: number) => number;
};

/** The record of the one approval in the weaker designs. */
type Notes = {
  readonly key: string;
  readonly task?: number;
  readonly stage?: "saying" | "said" | "unknown";
  readonly approvedAt?: number;
};

/** A random key for each click, stored after the POST. */
export const designA: Design = {
  name: "A",
  checksLast: false,
  postsAre: "results",
  acts: click(async (outside) => {
    if ((await read(outside)) !== undefined) return;
    const key = await drawKey(outside);
    const task = await create(outside, key);
    await write(outside, { key, task });
  }),
  steps: (record) => sayingSteps(parse(record)),
};

/** A random key, Keyv's get-then-set before the POST, sent again with the stored key after a crash. */
export const designB: Design = {
  name: "B",
  checksLast: false,
  postsAre: "results",
  acts: click(async (outside) => {
    if ((await read(outside)) === undefined) await write(outside, { key: await drawKey(outside) });
  }),
  steps: plainSteps,
};

/** A random key, claimed by set-if-absent before the POST. */
export const designC: Design = {
  name: "C",
  checksLast: false,
  postsAre: "results",
  acts: click(async (outside) => claim(outside, { key: await drawKey(outside) })),
  steps: plainSteps,
};

/** A key derived from the quote, plain Keyv. */
export const designD: Design = {
  name: "D",
  checksLast: false,
  postsAre: "results",
  acts: click(async (outside) => {
    if ((await read(outside)) === undefined) await write(outside, { key: derivedKey });
  }),
  steps: plainSteps,
};

/** A derived key, set-if-absent, recovery, look-up before a second post. */
export const designE: Design = {
  name: "E",
  checksLast: false,
  postsAre: "results",
  acts: click((outside) => claim(outside, { key: derivedKey })),
  steps: plainSteps,
};

/** E, and: facts on the card before the POST, the result on the card, no send after the window. */
export const designF: Design = {
  name: "F",
  checksLast: false,
  postsAre: "results",
  acts: click(async (outside) => {
    if ((await read(outside)) !== undefined) return;
    await claim(outside, { key: derivedKey, ...(await fromCard(outside)) });
  }),
  steps: cardSteps,
};

/** F without set-if-absent. The scenario decides whether one process works or all do. */
export const designG: Design = {
  name: "G",
  checksLast: false,
  postsAre: "results",
  acts: click(async (outside) => {
    if ((await read(outside)) !== undefined) return;
    await write(outside, { key: derivedKey, ...(await fromCard(outside)) });
  }),
  steps: cardSteps,
};

function plainSteps(record: string): readonly Step[] {
  const notes = parse(record);
  if (notes.task !== undefined) return sayingSteps(notes);
  const take: Program = async (outside) => {
    await write(outside, { ...notes, task: await create(outside, notes.key) });
  };
  return [{ name: `send ${record}`, at: 0, take }];
}

function sayingSteps(notes: Notes): readonly Step[] {
  const { task, stage } = notes;
  if (task === undefined || stage === "said") return [];
  const take: Program = async (outside) => {
    await outside.ask({ kind: "look", task });
    const isTriedBefore = stage === "saying";
    if (!isTriedBefore) await write(outside, { ...notes, stage: "saying" });
    const about = `result ${task}`;
    const isThere = isTriedBefore && (await outside.ask({ kind: "find-post", about })) === true;
    if (!isThere) await outside.ask({ kind: "post", about });
    await write(outside, { ...notes, stage: "said" });
  };
  return [{ name: `say ${JSON.stringify(notes)}`, at: 0, take }];
}

function cardSteps(record: string): readonly Step[] {
  const notes = parse(record);
  const { key, task, stage } = notes;
  if (stage === "said") return [];
  if (stage === "unknown") return [showing(notes, "unknown")];
  if (task !== undefined) return [showing(notes, `result ${task}`)];
  const take: Program = async (outside) => {
    const approvedAt = notes.approvedAt ?? outside.now();
    if (outside.now() > approvedAt + setup.resendWindowMs) {
      return write(outside, { ...notes, stage: "unknown" });
    }
    await outside.ask({
      kind: "update-card",
      on,
      card: { key, says: "sending", offer: undefined },
    });
    await write(outside, { ...notes, approvedAt });
    return write(outside, { ...notes, approvedAt, task: await create(outside, key) });
  };
  return [{ name: `send ${record}`, at: 0, take }];
}

function showing(notes: Notes, says: string): Step {
  const take: Program = async (outside) => {
    if (notes.task !== undefined) await outside.ask({ kind: "look", task: notes.task });
    await outside.ask({
      kind: "update-card",
      on,
      card: { key: notes.key, says, offer: undefined },
    });
    await write(outside, { ...notes, stage: "said" });
  };
  return { name: `show ${says} of ${JSON.stringify(notes)}`, at: 0, take };
}

/**
 * Reads the notes back from the card. A key without a task may have been sent: a person has to
 * look.
 */
async function fromCard(outside: Outside): Promise<Partial<Notes>> {
  const { key, says } = readCard(await outside.ask({ kind: "read-card", on }));
  if (key === undefined) return {};
  const task = /^result (\d+)$/u.exec(says)?.[1];
  return task === undefined ? { stage: "unknown" } : { task: Number(task) };
}

async function read(outside: Outside): Promise<string | undefined> {
  const notes = await outside.ask({ kind: "read", key: recordKey });
  return typeof notes === "string" ? notes : undefined;
}

async function write(outside: Outside, notes: Notes): Promise<void> {
  await outside.ask({ kind: "write", key: recordKey, after: JSON.stringify(notes) });
}

async function claim(outside: Outside, notes: Notes): Promise<void> {
  const change = { key: recordKey, before: undefined, after: JSON.stringify(notes) };
  await outside.ask({ kind: "commit", changes: [change] });
}

async function drawKey(outside: Outside): Promise<string> {
  return `random ${String(await outside.ask({ kind: "draw-key" }))}`;
}

async function create(outside: Outside, key: string): Promise<number> {
  return Number(await outside.ask({ kind: "create", key }));
}

function parse(record: string): Notes {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `write` and `claim` above, and by nobody else
  return JSON.parse(record) as Notes;
}

function click(take: Program): Design["acts"] {
  return () => [{ name: "click", uses: "clicks", take }];
}

const derivedKey = "derived";
const on = "1";
const recordKey = `quote:${on}`;
