import type { Change } from "../../src/store/store.ts";
import type { CardShown, Refusal } from "./world.ts";

/**
 * What a program asks of the world outside its process. Each is one step that others may come between, but for
 * one that is granted `atOnce`: whoever plays the program says there that nobody's coming between matters.
 */
export type Wish = { readonly atOnce?: true } & (
  | { readonly do: "read"; readonly key: string }
  | { readonly do: "find"; readonly index: string; readonly values: readonly string[] }
  /** Without a look at what stands there. */
  | { readonly do: "write"; readonly key: string; readonly after: string }
  | { readonly do: "commit"; readonly changes: readonly Change[] }
  | { readonly do: "draw-key" }
  | { readonly do: "create"; readonly key: string }
  | { readonly do: "look"; readonly task: number }
  /** The partner's clock. */
  | { readonly do: "hear-time" }
  /** The keys of all that was charged. */
  | { readonly do: "count" }
  | { readonly do: "read-card"; readonly on: string }
  | { readonly do: "update-card"; readonly on: string; readonly card: CardShown }
  | { readonly do: "find-post"; readonly about: string }
  | { readonly do: "post"; readonly about: string }
);

export type Value = string | number | boolean | undefined;

/** An answer and when it came: the program reads its clock then. */
export type Reply = { readonly at: number } & (
  | { readonly value: Value }
  | { readonly fault: "lost" | Refusal }
);

export type Outside = {
  readonly ask: (wish: Wish) => Promise<Value>;
  readonly now: () => number;
};

/** Anything that a process runs: real code, as long as it reaches outside through `ask` and `now` alone. */
export type Program = (outside: Outside) => Promise<void>;

/** The same, where only what the partner does is a step that others may come between. */
export function atOnce({ ask, now }: Outside): Outside {
  const isPartners = (wish: Wish) => wish.do === "create" || wish.do === "look";
  return { now, ask: (wish) => ask(isPartners(wish) ? wish : { ...wish, atOnce: true }) };
}

/** The answer to the wish `read-card`. */
export function readCard(answer: Value): CardShown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- printed by the model's Slack, and by nobody else
  return JSON.parse(String(answer)) as CardShown;
}

/** The answer to the wish `find`: the keys under each value. */
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
 * Where programs stand, as numbers: a program is where its replies have brought it, so it is run again from
 * its start with the replies it got so far, up to the next wish. Each place is visited once.
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
    /** `name` stands for the program and all that it was given. */
    start: (name: string, program: Program, startedAt: number) =>
      place(`${name} ${startedAt}`, { program, startedAt, replies: [], from: undefined }),
    answer: (from: number, reply: Reply) => {
      const run = runAt(from);
      const said = "fault" in reply ? reply.fault : records.short(reply.value);
      const replies = [...run.replies, reply];
      return place(`${from} ${reply.at} ${said}`, { ...run, replies, from });
    },
    /** Before what the program read last of a record. */
    beforeReading: async (from: number, key: string): Promise<number> => {
      let place: number | undefined = from;
      for (; place !== undefined; place = runAt(place).from) {
        const wish = wishes.get(place);
        if (place !== from && wish?.do === "read" && wish.key === key) return place;
      }
      throw new Error(`${key} was never read`);
    },
    /** What the program waits for; undefined when it has ended. */
    wishAt: async (place: number): Promise<Wish | undefined> => {
      if (!wishes.has(place)) wishes.set(place, await visit(place));
      return wishes.get(place);
    },
  };
}

/** The programs that were visited last still stand where they were: the first who goes on there need not begin anew. */
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

/** Short names for long texts, which otherwise make up most of what has to be compared. */
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
  /** Answers the wish that came first of those that wait; the next one, or undefined at the end. */
  readonly go: (reply: Reply) => Promise<Wish | undefined>;
};

type Asked = { readonly wish: Wish; readonly answer: (reply: Reply) => void };

function begin(program: Program, startedAt: number): Going {
  const asked: Asked[] = [];
  let clock = startedAt;
  let next = Promise.withResolvers<Wish | undefined>();
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
      // A fault that the program hands on ends it, as it ends a step of the desk. A bug ends the check.
      if (error instanceof TypeError || error instanceof ReferenceError) next.reject(error);
    }
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
      return await next.promise;
    },
  };
}
