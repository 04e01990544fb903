import { minute } from "../../builders.ts";
import type { Purchase } from "./purchase.ts";

/** The whole state as plain data, times in ms. Worlds that print alike are the same state. */
export type World = {
  readonly now: number;
  /** The lead of our own clock over `now`; left out when there is none. */
  readonly ahead?: number;
  /** The store's records by key. They are only lost, or set back, all together. */
  readonly store: Store;
  /** The store before each of its last commits, newest first, while it may still go back. */
  readonly past?: readonly Store[];
  /** True while the store lacks commits, and can tell. */
  readonly isBehind?: true;
  /** True after a start, until the newest cards were compared with their records. */
  readonly isUncompared?: true;
  /** The approved runs, as they stood when the store went back. */
  readonly before?: readonly Purchase[];
  readonly partner: Partner;
  readonly slack: Slack;
  readonly lanes: readonly Lane[];
  /** The process that does the work, where the scenario deals it to one. */
  readonly owner: number;
  /** Random keys handed out so far. */
  readonly randomKeys: number;
  /** The process that is paused in the middle of a step while time goes on. */
  readonly paused: number | undefined;
  readonly left: Chances;
};

export type Store = Readonly<Record<string, Row>>;

/** One record, and its index entries as `index value`. */
export type Row = { readonly raw: string; readonly entries: readonly string[] };

export type Partner = {
  /** The key of each created task, by the partner's own records. */
  readonly tasks: readonly string[];
  /** The task of each key that the partner remembers. */
  readonly known: Readonly<Record<string, number>>;
  readonly flights: readonly Flight[];
  /** Runs that other programs have ordered from the same account. */
  readonly others?: number;
};

/** A request between its last byte and the partner's commit. */
export type Flight = {
  /** The process that waits for the answer; undefined when it is dead or has given up. */
  readonly sender: number | undefined;
  readonly key: string;
  readonly leftAt: number;
  /** True when the weak partner has looked the key up and not learned it yet. */
  readonly isUnderWay: boolean;
};

export type Slack = {
  /** By the id of the quote. */
  readonly cards: Readonly<Record<string, CardShown>>;
  /** The subject of each message in the thread. */
  readonly posts: readonly string[];
};

export type CardShown = {
  /** The key that the card's metadata names. */
  readonly key: string | undefined;
  /** The text that people read on the card. */
  readonly says: string;
  /** The tag of the offer on the card. A click names it too. */
  readonly offer: string | undefined;
  /** What the card's metadata names. */
  readonly payload?: unknown;
};

/** One sequence of steps: a process, or its work on one quote. */
export type Lane = {
  /** The place that the running program has reached: see `replay.ts`. */
  readonly run: number | undefined;
  /** True when it has changed something outside. */
  readonly hasActed?: true;
};

export type Chances = {
  readonly clicks: number;
  readonly crashes: number;
  readonly lostReplies: number;
  readonly storeLosses: number;
  readonly staleReads: number;
  readonly pauses: number;
  /** Long silences after which the partner has forgotten every key. */
  readonly nights: number;
  /** Answers of the partner that are no task: each of `refusals`. */
  readonly refusals: number;
  /** Cards that are turned into another language. */
  readonly languages: number;
  /** Cards that somebody wants offered although the text is known. */
  readonly waivers: number;
  /** Looks at which the partner calls a run failed, whatever its real end. */
  readonly failures: number;
  /** Jumps of our own clock ahead, or back to the right time. */
  readonly jumps: number;
  /** Times that the store returns to an earlier state. */
  readonly goingsBack: number;
  /** Readings of the account that lack the newest charge. */
  readonly lags: number;
  /** Runs that another program orders from the same account. */
  readonly others: number;
  /** Steps that the Galley of another workspace takes on this store. */
  readonly foreign: number;
};

export const refusals = ["400", "401", "402", "409", "429"] as const;
export type Refusal = (typeof refusals)[number];

export type Scenario = {
  readonly name: string;
  readonly processes: 1 | 2;
  /**
   * `weak`: a key is looked up before the work and learned only when the task is committed.
   * `prompt`: a request is answered or lost before anything else happens.
   */
  readonly partner: "atomic" | "weak" | "prompt";
  /**
   * `one`: the work is dealt to one process at a time. `all`: each process does the work it sees.
   * `beside`: the second process does only whole acts, which are all that may come between those
   * of the first. A path ends where the first has only read and its commit is bound to fail: that
   * equals a later start.
   */
  readonly work: "one" | "all" | "beside";
  readonly chances: Partial<Chances>;
  /** The number of commits by which the store goes back: two, if left out. */
  readonly commitsBack?: number;
  /**
   * How the store goes back. `failed over`: the processes go on, and the store
   * refuses their commits until the loss is noted. `restored`: all of them are started again.
   * `unseen`: the same, and the store cannot tell, because its counter went back as well.
   */
  readonly goesBack?: "failed over" | "restored" | "unseen" | undefined;
  /** The length of a night; undefined when it outlasts every window. */
  readonly nightMs?: number;
};

export const none: Chances = {
  clicks: 0,
  crashes: 0,
  lostReplies: 0,
  storeLosses: 0,
  staleReads: 0,
  pauses: 0,
  nights: 0,
  refusals: 0,
  languages: 0,
  waivers: 0,
  failures: 0,
  jumps: 0,
  goingsBack: 0,
  lags: 0,
  others: 0,
  foreign: 0,
};

/**
 * The longest time from the last byte of a request until the partner is done with it or has lost
 * it. The quiet time of the protocol rests on this.
 */
export const longestFlightMs = minute;

/** Returns the time that our own clock shows. */
export function clockOf({ now, ahead = 0 }: Pick<World, "now" | "ahead">): number {
  return now + ahead;
}

export function spend(world: World, chance: keyof Chances): World {
  return { ...world, left: { ...world.left, [chance]: world.left[chance] - 1 } };
}

/** Returns the only card of a world with one quote. */
export function theCard({ slack }: Pick<World, "slack">): CardShown {
  const [card] = Object.values(slack.cards);
  if (card === undefined) throw new Error("there is no card");
  return card;
}
