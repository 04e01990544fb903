import { expect, test } from "vitest";

import { methods } from "#slack/answers.ts";

import { minute } from "../../builders.ts";
import { playedWords } from "../../slack/words-of-slack.ts";
import { hurries } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { diary } from "../varied-texts.ts";

/** These decide whether a run is sent, and where its end is told: each has a card of its own. */
const decisive = new Set(["chat.postMessage", "chat.update", "files.info"]);

test.each(playedWords)(
  "whatever call Slack refuses with “%s”, a paid result is brought to somebody",
  async (error) => {
    await using galley = await openGalley();
    const refuse = refusing(galley, error);

    // A run is not sent before a card names it.
    const update = await offered(galley, 1);
    refuse("chat.update", update.room);
    await update.approve();
    await skipping(galley, () => update.isBroughtTo(update.room, update.direct));

    const [room, person, others] = [
      await offered(galley, 2),
      await offered(galley, 3),
      await offered(galley, 4),
    ];
    galley.partner.change({ charsPerSecond: 1 });
    for (const { approve, post } of [room, person, others]) {
      await approve();
      await galley.card(post, /Translating…/u);
    }
    refuse("chat.postMessage", room.room, person.room, person.by, person.direct);
    for (const method of methods) if (!decisive.has(method)) refuse(method, undefined);
    hurries(galley);

    await skipping(galley, () => room.isBroughtTo(room.direct));
    await skipping(galley, () => person.isBroughtTo(galley.slack.people.ada.direct().id));
    await skipping(galley, () => others.isBroughtTo(others.room));
    expect(galley.clock.now() - Date.now()).toBeLessThan(24 * 60 * minute);
  },
);

// A send that fails at each look puts the clock forward: beside it nobody else would be looked at.
test.each(playedWords)(
  "who waits for a manuscript that Slack refuses with “%s” hears, whatever else it refuses",
  async (error) => {
    await using galley = await openGalley();
    const refuse = refusing(galley, error);
    const file = await offered(galley, 1);
    refuse("files.info", file.post.fileIds[0]);
    await file.approve();
    for (const method of methods) if (!decisive.has(method)) refuse(method, undefined);

    await skipping(galley, () =>
      file.says(/no longer read the file|hasn’t served the file/u, file.room, file.direct),
    );

    expect(galley.clock.now() - Date.now()).toBeLessThan(24 * 60 * minute);
  },
);

/** Has Slack answer this word to a method from now on: everywhere, or where it names a place. */
function refusing({ slack: { faults } }: Galley, error: string) {
  return (method: string, ...places: readonly (string | undefined)[]) => {
    for (const place of places) {
      const where = place === undefined ? {} : { in: place };
      const fault = { fault: "refused", error, ...where } as const;
      faults.onCall(method, fault, Number.POSITIVE_INFINITY);
    }
  };
}

/** Somebody posts a story of their own in a room of their own, and its card offers it. */
async function offered(galley: Galley, n: number) {
  const { slack, drawn } = galley;
  const by = slack.people.add({ name: `person-${n}` });
  const members = [by.id, slack.people.ada.id, slack.app.botUserId];
  const room = slack.channels.add({ name: `room-${n}`, members });
  const content = diary(n, 1);
  const post = await by.uploads(`#${room.name}`, { name: `story-${n}.txt`, content });
  const card = await galley.card(post, /\[ Approve ·/u);
  const says = (words: RegExp, ...places: readonly string[]) =>
    places
      .flatMap((place) => slack.state.messages.inChannel(place))
      .map((message) => drawn(message))
      .some((text) => text.includes(`story-${n}`) && words.test(text));
  return {
    post,
    room: room.id,
    by: by.id,
    direct: by.direct().id,
    says,
    approve: () => slack.people.ada.clicks(card, "quote.approve"),
    isBroughtTo: (...places: readonly string[]) =>
      says(/(?:is ready|pass it on)[^]*\[ Download \]/u, ...places),
  };
}

/** Puts the clock forward whenever another step has failed, so that it cuts nothing short. */
async function skipping(galley: Galley, look: () => boolean): Promise<void> {
  let failures = 0;
  await galley.passing(0, () => {
    if (look()) return true;
    const now = galley.log.filter(({ msg }) => msg === "step failed").length;
    if (now > failures) galley.clock.skip(5 * minute);
    failures = now;
    return undefined;
  });
}
