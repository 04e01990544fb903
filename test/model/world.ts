import { minute } from "../builders.ts";

/** Everything there is, as plain data: two worlds that print alike are the same state. Times in ms. */
export type World = {
  readonly now: number;
  /** How far our own clock is ahead of that; left out: not at all. */
  readonly ahead?: number;
  /** What the store holds, by its keys; lost as a whole. */
  readonly store: Store;
  readonly partner: Partner;
  readonly slack: Slack;
  readonly lanes: readonly Lane[];
  /** The process that does the work, where a design deals it out. */
  readonly owner: number;
  /** Random keys handed out so far. */
  readonly randomKeys: number;
  /** The process that stands still in the middle of a step while time goes on. */
  readonly paused: number | undefined;
  /** What may still happen. */
  readonly left: Chances;
};

export type Store = Readonly<Record<string, Row>>;

/** One record, and where it is found: `index value`. */
export type Row = { readonly raw: string; readonly entries: readonly string[] };

export type Partner = {
  /** The key that each task was created under: the partner's own books. */
  readonly tasks: readonly string[];
  /** Task by key, as long as the partner remembers the key. */
  readonly known: Readonly<Record<string, number>>;
  readonly flights: readonly Flight[];
};

/** A request between its last byte and the partner's commit. */
export type Flight = {
  /** Who waits for the answer: nobody, when the sender is dead or has given up. */
  readonly sender: number | undefined;
  readonly key: string;
  readonly leftAt: number;
  /** The weak partner looked the key up and has not learned it yet. */
  readonly isUnderWay: boolean;
};

export type Slack = {
  /** By the id of the quote. */
  readonly cards: Readonly<Record<string, CardShown>>;
  /** What each message in the thread is about. */
  readonly posts: readonly string[];
};

export type CardShown = {
  /** The key that the card's metadata names. */
  readonly key: string | undefined;
  /** What people read on it. */
  readonly says: string;
  /** Names what it offers: a click on it names that too. */
  readonly offer: string | undefined;
};

/** One thing after the other: a process, or what it does on one quote. */
export type Lane = {
  /** What runs, and how far it is: see `replay.ts`. */
  readonly run: number | undefined;
  /** It has changed something outside. */
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
  /** Looks at which the partner calls a run failed, whatever becomes of it. */
  readonly failures: number;
  /** Our own clock jumps ahead, or back to where it belongs. */
  readonly jumps: number;
};

export const refusals = ["400", "401", "402", "409", "429"] as const;
export type Refusal = (typeof refusals)[number];

export type Scenario = {
  readonly name: string;
  readonly processes: 1 | 2;
  /**
   * `weak`: a key is looked up before the work and learned only when the task is committed; `prompt`: a
   * request is answered, or lost, before anything else happens.
   */
  readonly partner: "atomic" | "weak" | "prompt";
  /**
   * `one`: the work is dealt to one process at a time; `all`: each does what it sees; `beside`: the second one
   * does only what is whole, and so all that may come between what the first one does; which is not followed
   * where it has only read, and its commit is bound to fail: that is the same as to begin later.
   */
  readonly work: "one" | "all" | "beside";
  readonly chances: Partial<Chances>;
  /** How long a night is; undefined: past every window. */
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
};

/**
 * The partner is done with a request, or has lost it, so long after its last byte left. The quiet time of
 * the protocol rests on this.
 */
export const longestFlightMs = minute;

/** What our own clock shows. */
export function clockOf({ now, ahead = 0 }: Pick<World, "now" | "ahead">): number {
  return now + ahead;
}

export function spend(world: World, chance: keyof Chances): World {
  return { ...world, left: { ...world.left, [chance]: world.left[chance] - 1 } };
}

/** The card of the one quote, where there is only one. */
export function theCard({ slack }: Pick<World, "slack">): CardShown {
  const [card] = Object.values(slack.cards);
  if (card === undefined) throw new Error("there is no card");
  return card;
}
