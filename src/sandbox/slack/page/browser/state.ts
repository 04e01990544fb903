import type { DeskState, LogLine, News, Welcome, Worlds } from "../../../playground/wire.ts";
import type { Ephemeral, Message } from "../../model.ts";
import type { FileShown, Screen } from "../wire.ts";

/** Where on the page somebody is; written in the address, so that it survives a reload. */
export type Spot = {
  readonly me: string;
  /** A channel's id, `galley` for the direct message with the desk, or `home`. */
  readonly place: string;
  /** The `ts` of the thread that is open beside it. */
  readonly thread: string | undefined;
};

export type State = {
  spot: Spot;
  screen: Screen | undefined;
  readonly messages: Map<string, Message>;
  readonly ephemerals: Map<string, Ephemeral>;
  readonly files: Map<string, FileShown>;
  /** By channel: the newest message that was on the screen. */
  readonly seen: Map<string, string>;
  welcome: Welcome | undefined;
  worlds: Worlds | undefined;
  lines: readonly LogLine[];
  connection: "live" | "lost";
};

export type Said = Message | Ephemeral;

const linesKept = 500;

export function emptyState(spot: Spot): State {
  return {
    spot,
    screen: undefined,
    messages: new Map(),
    ephemerals: new Map(),
    files: new Map(),
    seen: new Map(),
    welcome: undefined,
    worlds: undefined,
    lines: [],
    connection: "live",
  };
}

export const keyOf = ({ channel, ts }: { readonly channel: string; readonly ts: string }) =>
  `${channel}/${ts}`;

/** Takes the news in. */
export function learn(state: State, news: News): void {
  switch (news.kind) {
    case "screen":
      return show(state, news.screen);
    case "message":
      state.messages.set(keyOf(news.message), news.message);
      return;
    case "message-gone":
      state.messages.delete(keyOf(news.message));
      return;
    case "ephemeral":
      state.ephemerals.set(keyOf(news.ephemeral), news.ephemeral);
      return;
    case "ephemeral-gone":
      state.ephemerals.delete(keyOf(news.ephemeral));
      return;
    case "file":
      state.files.set(news.file.id, news.file);
      return;
    case "views": {
      // What is not open is left out of the JSON.
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

function show(state: State, screen: Screen): void {
  state.screen = screen;
  fill(state.messages, screen.messages, keyOf);
  fill(state.ephemerals, screen.ephemerals, keyOf);
  fill(state.files, screen.files, ({ id }) => id);
}

function fill<T>(map: Map<string, T>, all: readonly T[], key: (one: T) => string): void {
  map.clear();
  for (const one of all) map.set(key(one), one);
}

/** The conversation that is on the screen; none on the Home tab. */
export function channelShown({ spot, screen }: State): string | undefined {
  if (screen === undefined || spot.place === "home") return undefined;
  if (spot.place !== "galley") return spot.place;
  return directChannel(screen);
}

export const directChannel = ({ channels, me }: Screen): string | undefined =>
  channels.find(({ kind, members }) => kind === "im" && members.includes(me))?.id;

/** What a conversation shows outside its threads, oldest first. */
export function talkIn(state: State, channel: string): readonly Said[] {
  return inOrder(state, (said) => said.channel === channel && said.threadTs === undefined);
}

/** A thread: its root and what was answered, oldest first. */
export function threadOf(state: State, channel: string, ts: string): readonly Said[] {
  return inOrder(
    state,
    (said) => said.channel === channel && (said.ts === ts || said.threadTs === ts),
  );
}

function inOrder(state: State, isWanted: (said: Said) => boolean): readonly Said[] {
  const all: readonly Said[] = [...state.messages.values(), ...state.ephemerals.values()];
  return all.filter(isWanted).sort((one, other) => (one.ts < other.ts ? -1 : 1));
}

export const isMessage = (said: Said): said is Message => "fileIds" in said;

export const deskWords: Readonly<Record<DeskState, string>> = {
  running: "is running",
  starting: "is starting",
  stopped: "is not running",
};
