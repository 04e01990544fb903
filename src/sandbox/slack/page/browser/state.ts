import type { Message } from "../../model.ts";
import type { Control, LogLine, News, Welcome, Worlds } from "../playground-wire.ts";
import type { Deed, FileShown, Outcome, Said, Screen } from "../wire.ts";
import type { Reading } from "./mrkdwn.ts";

/** Somebody's place on the page, kept in the address, so that it survives a reload. */
export type Spot = {
  readonly me: string;
  /** A channel's id, `galley` for the direct message with Galley, or `home`. */
  readonly place: string;
  /** The `ts` of the thread that is open beside it. */
  readonly thread: string | undefined;
};

export type State = ReturnType<typeof emptyState>;

const linesKept = 500;

export function emptyState() {
  return {
    spot: readAddress(),
    screen: undefined as Screen | undefined,
    said: new Map<string, Said>(),
    files: new Map<string, FileShown>(),
    /** The newest message that was on the screen, by channel. */
    seen: new Map<string, string>(),
    /** The number of Slack's notifications to somebody since they were last on the page. */
    calls: new Map<string, number>(),
    welcome: undefined as Welcome | undefined,
    worlds: undefined as Worlds | undefined,
    lines: [] as readonly LogLine[],
    connection: "live" as "live" | "lost",
  };
}

/** Reads `#as=U1&in=C1&thread=1.2`, so that a reload and the back button lead to the same place. */
export function readAddress(): Spot {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return {
    me: parameters.get("as") ?? "",
    place: parameters.get("in") ?? "",
    thread: parameters.get("thread") ?? undefined,
  };
}

export function writeAddress({ me, place, thread }: Spot): void {
  const query = new URLSearchParams({ as: me, in: place });
  if (thread !== undefined) query.set("thread", thread);
  location.hash = query.toString();
}

export const keyOf = ({ channel, ts }: Pick<Said, "channel" | "ts">) => `${channel}/${ts}`;

export const isMessage = (message: Said): message is Message => "fileIds" in message;

/** Applies the news to the state. */
export function learn(state: State, news: News): void {
  switch (news.kind) {
    case "screen":
      state.screen = news.screen;
      fill(state.said, news.screen.said, keyOf);
      fill(state.files, news.screen.files, ({ id }) => id);
      return;
    case "said":
      state.said.set(keyOf(news.said), news.said);
      return;
    case "gone":
      state.said.delete(keyOf(news.said));
      return;
    case "file":
      state.files.set(news.file.id, news.file);
      return;
    case "views": {
      // Views that are not open are left out of the JSON.
      const { home, modal } = news.views;
      if (state.screen !== undefined) state.screen = { ...state.screen, home, modal };
      return;
    }
    case "welcome":
      state.welcome = news.welcome;
      state.lines = [];
      return;
    case "worlds":
      state.worlds = news.worlds;
      return;
    case "lines":
      state.lines = [...state.lines, ...news.lines].slice(-linesKept);
  }
}

function fill<T>(map: Map<string, T>, all: readonly T[], key: (one: T) => string): void {
  map.clear();
  for (const one of all) map.set(key(one), one);
}

/** Returns the conversation on the screen; undefined on the Home tab. */
export function channelShown({ spot, screen }: State): string | undefined {
  if (screen === undefined || spot.place === "home") return undefined;
  return spot.place === "galley" ? directChannel(screen) : spot.place;
}

export const directChannel = ({ channels, me }: Screen): string | undefined =>
  channels.find(({ kind, members }) => kind === "im" && members.includes(me))?.id;

/** Returns a conversation outside its threads, or one thread with its root; oldest first. */
export function talkIn({ said }: State, channel: string, thread?: string): readonly Said[] {
  return [...said.values()]
    .filter((one) => one.channel === channel)
    .filter(({ ts, threadTs }) => threadTs === thread || ts === thread)
    .sort((one, other) => (one.ts < other.ts ? -1 : 1));
}

/** The parts of the page that every other part receives. */
export type App = {
  readonly state: State;
  readonly reading: () => Reading;
  /** Performs a deed as the person on the page; shows a failure by itself. */
  readonly perform: (deed: Deed) => Promise<Outcome>;
  readonly turn: (control: Control) => Promise<void>;
  /**
   * Uploads a file, or a sample by its id. Shows a failure by itself and then returns undefined.
   */
  readonly upload: (file: File | string) => Promise<FileShown | undefined>;
  readonly go: (to: Partial<Spot>) => void;
  /** Shows what to do now, until somebody closes it. */
  readonly advise: (sentence: string) => void;
  /** Shows a sentence that needs attention. */
  readonly warn: (sentence: string) => void;
};

/** A part of the page: built once, updated after every change. */
export type Part = { readonly node: HTMLElement; readonly update: () => void };
