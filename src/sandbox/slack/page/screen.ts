import type { Channel, SlackFile } from "../model.ts";
import type { SlackSandbox } from "../slack.ts";
import type { Change } from "../state/changes.ts";
import type { FileShown, Said, Screen, ScreenNews, ViewsShown } from "./wire.ts";

type Slack = Pick<SlackSandbox, "state">;

/**
 * Returns everything that Slack shows to this person now: messages for others are left out here,
 * not in the browser.
 */
export function screenOf({ state }: Slack, me: string): Screen {
  const channels = state.channels.all().filter((channel) => isSeen(channel, me));
  const messages = channels.flatMap(({ id }) => state.messages.inChannel(id));
  const shown = new Set(messages.flatMap(({ fileIds }) => fileIds));
  return {
    me,
    bot: state.app.botUserId,
    workspace: state.app.team.name,
    people: state.people.all(),
    groups: state.people.groups(),
    channels,
    said: [...messages, ...state.messages.ephemeralsOf(me)],
    files: state.files
      .all()
      .filter(({ id, user }) => shown.has(id) || user === me)
      .map(shownFile),
    ...viewsOf({ state }, me),
  };
}

/** Returns the news of a change for this person's screen; undefined when they do not see it. */
export function newsOf(slack: Slack, me: string, change: Change): ScreenNews | undefined {
  const ifSeen = (kind: "said" | "gone", said: Said): ScreenNews | undefined => {
    const place = slack.state.channels.find(said.channel);
    const isForMe = "fileIds" in said || said.user === me;
    return isForMe && place !== undefined && isSeen(place, me) ? { kind, said } : undefined;
  };
  switch (change.kind) {
    case "message-posted":
    case "message-updated":
      return ifSeen("said", change.message);
    case "message-deleted":
      return ifSeen("gone", change.message);
    case "ephemeral-shown":
      return ifSeen("said", change.ephemeral);
    case "file-uploaded":
    case "file-changed":
      return mayRead(slack, me, change.file)
        ? { kind: "file", file: shownFile(change.file) }
        : undefined;
    case "home":
    case "modal":
      return change.user === me ? { kind: "views", views: viewsOf(slack, me) } : undefined;
    case "person":
    case "channel":
    case "group":
      return { kind: "screen", screen: screenOf(slack, me) };
    case "sockets":
    case "exchange":
      return undefined;
  }
}

/**
 * Returns true for the uploader, and for everybody who sees a conversation that shares the file.
 */
export function mayRead({ state }: Slack, me: string, file: SlackFile): boolean {
  if (file.user === me) return true;
  const places = file.shares.map(({ channel }) => state.channels.find(channel));
  return places.some((place) => place !== undefined && isSeen(place, me));
}

const isSeen = ({ members, kind }: Channel, me: string): boolean =>
  kind === "public" || members.includes(me);

const viewsOf = ({ state }: Slack, me: string): ViewsShown => ({
  home: state.views.home(me),
  modal: state.views.modal(me),
});

export function shownFile({ id, name, mimetype, size, isDeleted, user }: SlackFile): FileShown {
  return { id, name, mimetype, size, isDeleted, user };
}
