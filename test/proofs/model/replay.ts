import type { Change } from "#store/store.ts";

import type { CardShown, Refusal } from "./world.ts";

/**
 * A request of a program to the world outside its process. Others may come before each wish, except
 * for one that is granted `atOnce`: there the caller declares that their order does not matter.
 */
export type Wish = { readonly atOnce?: true } & (
  | { readonly kind: "read"; readonly key: string }
  | { readonly kind: "find"; readonly index: string; readonly values: readonly string[] }
  /** Writes without a check of the current record. */
  | { readonly kind: "write"; readonly key: string; readonly after: string }
  | { readonly kind: "commit"; readonly changes: readonly Change[] }
  | { readonly kind: "draw-key" }
  | { readonly kind: "create"; readonly key: string }
  | { readonly kind: "look"; readonly task: number }
  /** The partner's clock. */
  | { readonly kind: "hear-time" }
  /** The keys of all charged tasks. */
  | { readonly kind: "count" }
  /** The number of runs that the partner's account shows as charged. */
  | { readonly kind: "usage" }
  /** Whether the store has all commits, as far as it can tell. */
  | { readonly kind: "has-all-commits" }
  /** The newest cards were compared with their records. */
  | { readonly kind: "compared" }
  | { readonly kind: "read-card"; readonly on: string }
  | { readonly kind: "update-card"; readonly on: string; readonly card: CardShown }
  | { readonly kind: "find-post"; readonly about: string }
  | { readonly kind: "post"; readonly about: string }
);

export type Value = string | number | boolean | undefined;

/** An answer and its time, which the program's clock then shows. */
export type Reply = { readonly at: number } & (
  | { readonly value: Value }
  | { readonly fault: "lost" | Refusal }
);

export type Outside = {
  readonly ask: (wish: Wish) => Promise<Value>;
  readonly now: () => number;
};

/** Anything that a process runs: real code that reaches outside only through `ask` and `now`. */
export type Program = (outside: Outside) => Promise<void>;

/** Grants every wish at once, except wishes to the partner. */
export function atOnce({ ask, now }: Outside): Outside {
  const partners: ReadonlySet<Wish["kind"]> = new Set(["create", "look", "usage"]);
  const isPartners = ({ kind }: Wish) => partners.has(kind);
  return { now, ask: (wish) => ask(isPartners(wish) ? wish : { ...wish, atOnce: true }) };
}

/** Parses the answer to the wish `read-card`. */
export function readCard(answer: Value): CardShown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- printed by the model's Slack, and by nobody else
  return JSON.parse(String(answer)) as CardShown;
}

/** Parses the answer to the wish `find`: the keys under each value. */
export function readFound(answer: Value): readonly (readonly [string, readonly string[]])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- printed by the model's store, and by nobody else
  return JSON.parse(String(answer)) as readonly (readonly [string, readonly string[]])[];
}

/** The answer that `ask` rejects with. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  readonly fault: "lost" | Refusal;
  constructor(fault: "lost" | Refusal) {
    super(fault);
    this.fault = fault;
  }
}

export type Replays = ReturnType<typeof createReplays>;

type Run = {
  readonly program: Program;
  readonly startedAt: number;
  readonly replies: readonly Reply[];
  /** The place before the last reply. */
  readonly from: number | undefined;
};

/**
 * Numbers the places that programs reach. The replies so far determine a place, so a program is run
 * again from its start with these replies, up to the next wish. Each place is visited once.
 */
export function createReplays() {
  const runs: Run[] = [];
  const records = createNumbers();
  const places = new Map<string, number>();
  const wishes = new Map<number, Wish | undefined>();
  const live = createLive();

  const place = (name: string, run: Run): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, runs.length);
    runs.push(run);
    return runs.length - 1;
  };

  const runAt = (place: number): Run => {
    const run = runs[place];
    if (run === undefined) throw new Error(`no program stands at ${place}`);
    return run;
  };

  const visit = async (place: number): Promise<Wish | undefined> => {
    const { program, startedAt, replies, from } = runAt(place);
    const there = live.take(from);
    const last = replies.at(-1);
    if (there !== undefined && last !== undefined) {
      live.keep(place, there);
      return await there.go(last);
    }
    const anew = begin(program, startedAt);
    live.keep(place, anew);
    let wish = await anew.first;
    for (const reply of replies) wish = await anew.go(reply);
    return wish;
  };

  return {
    /** `name` identifies the program and everything that it was given. */
    start: (name: string, program: Program, startedAt: number) =>
      place(`${name} ${startedAt}`, { program, startedAt, replies: [], from: undefined }),
    answer: (from: number, reply: Reply) => {
      const run = runAt(from);
      const said = "fault" in reply ? reply.fault : records.short(reply.value);
      const replies = [...run.replies, reply];
      return place(`${from} ${reply.at} ${said}`, { ...run, replies, from });
    },
    /** Returns the place before the program's last read of a record. */
    beforeReading: async (from: number, key: string): Promise<number> => {
      let place: number | undefined = from;
      for (; place !== undefined; place = runAt(place).from) {
        const wish = wishes.get(place);
        if (place !== from && wish?.kind === "read" && wish.key === key) return place;
      }
      throw new Error(`${key} was never read`);
    },
    /** Returns the wish that the program waits for; undefined when it has ended. */
    wishAt: async (place: number): Promise<Wish | undefined> => {
      if (!wishes.has(place)) wishes.set(place, await visit(place));
      return wishes.get(place);
    },
  };
}

/**
 * Keeps the programs visited last, so that the next visit goes on from there without a new start.
 */
function createLive() {
  const kept = new Map<number, Going>();
  return {
    take: (place: number | undefined): Going | undefined => {
      const going = place === undefined ? undefined : kept.get(place);
      if (place !== undefined) kept.delete(place);
      return going;
    },
    keep: (place: number, going: Going) => {
      kept.set(place, going);
      const [oldest] = kept.keys();
      if (kept.size > keptPrograms && oldest !== undefined) kept.delete(oldest);
    },
  };
}

const keptPrograms = 1000;

/** Gives long texts short names. They would otherwise make up most of each comparison. */
export function createNumbers() {
  const numbers = new Map<string, number>();
  return {
    short: (value: Value): string => {
      if (typeof value !== "string") return String(value);
      const number = numbers.get(value) ?? numbers.size;
      numbers.set(value, number);
      return `#${number}`;
    },
  };
}

type Going = {
  readonly first: Promise<Wish | undefined>;
  /** Answers the oldest waiting wish; returns the next one, or undefined at the end. */
  readonly go: (reply: Reply) => Promise<Wish | undefined>;
};

type Asked = { readonly wish: Wish; readonly answer: (reply: Reply) => void };

function begin(program: Program, startedAt: number): Going {
  const asked: Asked[] = [];
  let clock = startedAt;
  let next = Promise.withResolvers<Wish | undefined>();
  let isOver = false;
  const ask = async (wish: Wish): Promise<Value> => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    asked.push({ wish, answer: resolve });
    next.resolve(wish);
    const reply = await promise;
    clock = reply.at;
    if ("fault" in reply) throw new NoAnswer(reply.fault);
    return reply.value;
  };
  const run = async () => {
    try {
      await program({ ask, now: () => clock });
    } catch (error) {
      // A fault that the program passes on ends it, as it ends a step of the bot. A bug ends the
      // check.
      if (error instanceof TypeError || error instanceof ReferenceError) next.reject(error);
    }
    isOver = true;
    next.resolve(undefined);
  };
  void run();
  return {
    first: next.promise,
    go: async (reply) => {
      const waiting = asked.shift();
      next = Promise.withResolvers();
      waiting?.answer(reply);
      const [other] = asked;
      if (other !== undefined) next.resolve(other.wish);
      // A fault has ended it while another of its wishes waited: that one may lead to more.
      else if (isOver) setImmediate(next.resolve, undefined);
      return await next.promise;
    },
  };
}
