import type { WebClient } from "@slack/web-api";

import { slackCall } from "./clients.ts";
import { createTongues } from "./i18n/tongues.ts";
import { remember } from "./remember.ts";
import type { Desk } from "./view-context.ts";

/** What the views need to speak to somebody; people and channels by Slack id. */
export type Speaking = {
  /** In the person's own language. */
  readonly to: (person: string) => Promise<Desk>;
  /** In the conversation's language, which everybody there sees. */
  readonly in: (channel: string) => Promise<Desk>;
};

type Deps = {
  readonly client: WebClient;
  readonly desk: Omit<Desk, "tongue" | "hasLostRecords">;
  readonly hasLostRecords: () => boolean;
  readonly now: () => number;
};

/** Nothing is left unsaid because Slack does not tell a locale: then it is said in English. */
export function createSpeaking({ client, desk, hasLostRecords, now }: Deps): Speaking {
  const ofPerson = remember((id: string) => personLocale(client, id), now);
  const ofChannel = remember((id: string) => channelLocale(client, id), now);
  const tongueFor = createTongues();
  const speak = async (locale: Promise<string | undefined>): Promise<Desk> => {
    const tongue = await tongueFor(await locale.catch(() => undefined));
    return { ...desk, hasLostRecords: hasLostRecords(), tongue };
  };
  return {
    to: (person) => speak(ofPerson(person)),
    in: (channel) => speak(isPerson(channel) ? ofPerson(channel) : ofChannel(channel)),
  };
}

async function personLocale(client: WebClient, user: string): Promise<string | undefined> {
  const answer = await slackCall(() => client.users.info({ user, include_locale: true }));
  return answer.user?.locale;
}

async function channelLocale(client: WebClient, channel: string): Promise<string | undefined> {
  const answer = await slackCall(() =>
    client.conversations.info({ channel, include_locale: true }),
  );
  return answer.channel?.locale;
}

/** A direct message may be addressed by the person's id. */
function isPerson(id: string): boolean {
  return /^[UW]/u.test(id);
}
