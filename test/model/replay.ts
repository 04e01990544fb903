import type { CardShown, Refusal } from "./world.ts";

/** What a program asks of the world outside its process. Each is one step that others may come between. */
export type Wish =
  | { readonly do: "read" }
  | { readonly do: "write"; readonly after: string }
  | { readonly do: "swap"; readonly before: string | undefined; readonly after: string }
  | { readonly do: "draw-key" }
  | { readonly do: "create"; readonly key: string }
  | { readonly do: "look"; readonly task: number }
  | { readonly do: "read-card" }
  | { readonly do: "update-card"; readonly card: CardShown }
  | { readonly do: "find-post"; readonly about: string }
  | { readonly do: "post"; readonly about: string };

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

/** The answer to the wish `read-card`. */
export function readCard(answer: Value): CardShown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- printed by the model's Slack, and by nobody else
  return JSON.parse(String(answer)) as CardShown;
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

  return {
    /** `name` stands for the program and all that it was given. */
    start: (name: string, program: Program, startedAt: number) =>
      place(`${name} ${startedAt}`, { program, startedAt, replies: [] }),
    answer: (from: number, reply: Reply) => {
      const run = runAt(from);
      const said = "fault" in reply ? reply.fault : records.short(reply.value);
      const replies = [...run.replies, reply];
      return place(`${from} ${reply.at} ${said}`, { ...run, replies });
    },
    /** What the program waits for; undefined when it has ended. */
    wishAt: async (place: number): Promise<Wish | undefined> => {
      if (!wishes.has(place)) wishes.set(place, await replay(runAt(place)));
      return wishes.get(place);
    },
  };
}

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

async function replay({ program, startedAt, replies }: Run): Promise<Wish | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Wish | undefined>();
  const left = [...replies];
  let clock = startedAt;
  const ask = async (wish: Wish): Promise<Value> => {
    const reply = left.shift();
    if (reply === undefined) {
      resolve(wish);
      return new Promise<Value>(() => undefined);
    }
    clock = reply.at;
    if ("fault" in reply) throw new NoAnswer(reply.fault);
    return reply.value;
  };
  const run = async () => {
    try {
      await program({ ask, now: () => clock });
    } catch (error) {
      // A fault that the program hands on ends it, as it ends a step of the desk. A bug ends the check.
      if (error instanceof TypeError || error instanceof ReferenceError) reject(error);
    }
    resolve(undefined);
  };
  void run();
  return promise;
}
