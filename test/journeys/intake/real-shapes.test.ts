import { afterAll, beforeAll, describe, test } from "vitest";

import type { Fields } from "#sandbox/slack/json.ts";

import { orders, quoted, shortStory, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { clicks, interactions } from "../real-interactions.ts";
import { type Ids, events, secretWords } from "../real-shapes.ts";

describe("in one Galley that runs through all of it", () => {
  // One galley for all tests: Galley logs each unknown shape once, whatever came before.
  let galley: Galley;
  beforeAll(async () => {
    galley = await openGalley();
  });
  afterAll(() => galley[Symbol.asyncDispose]());

  const of = (outcome: string) => events.filter(([, one]) => one === outcome);

  test.for(of("quoted"))("%s is estimated", async ([, , payload], { expect }) => {
    const { post, ids } = await aPost(galley);

    const { status } = await sent(galley, "event", payload(ids));

    expect(status).toBe("acknowledged");
    await galley.card(post, /\[ Approve ·/u);
  });

  test.for(of("refused"))("%s is refused in its thread", async ([, , payload], { expect }) => {
    const { post, ids } = await aPost(galley);

    const { status } = await sent(galley, "event", payload(ids));

    expect(status).toBe("acknowledged");
    // A new file may still be on its way: Slack is asked for some minutes.
    await galley.passing(20_000, () => galley.replies(post)[0]);
    await galley.card(post, /I can’t get .* from Slack/u);
  });

  test.for(of("answered"))("%s is answered", async ([, , payload], { expect }) => {
    const { ids } = await aPost(galley);
    const before = galley.slack.records.ephemerals().length;

    const { status } = await sent(galley, "event", payload(ids));

    expect(status).toBe("acknowledged");
    expect(galley.slack.records.ephemerals()).toHaveLength(before + 1);
  });

  test.for(of("left alone"))("%s is left alone", async ([, , payload], { expect }) => {
    const { post, ids } = await aPost(galley);
    const before = told(galley);

    const { status } = await sent(galley, "event", payload(ids));

    expect(status).toBe("acknowledged");
    expect(galley.replies(post)).toEqual([]);
    expect(told(galley)).toEqual(before);
  });

  test.for([
    ...of("noted").map(([what, , payload]) => ({ what, kind: "event", payload }) as const),
    ...interactions.map(([what, payload]) => ({ what, kind: "interactive", payload }) as const),
  ])("$what is noted once, by its shape", async ({ kind, payload }, { expect }) => {
    const before = told(galley);

    const first = await sent(galley, kind, payload((await aPost(galley)).ids));
    const second = await sent(galley, kind, payload((await aPost(galley)).ids));

    expect([first.status, second.status]).toEqual(["acknowledged", "acknowledged"]);
    const [noted, ...more] = told(galley).lines.slice(before.lines.length);
    expect(noted).toMatchObject({ msg: "a payload from Slack cannot be read" });
    expect(more).toEqual([]);
    expect(JSON.stringify(noted)).not.toContain(secretWords);
    expect(told(galley).ephemerals).toBe(before.ephemerals);
  });
});

test.for(clicks)("an approval $what is recorded", async ({ becomes }, { expect }) => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley);

  await galley.slack.people.ana.clicks(card, "quote.approve", { alters: becomes });

  await galley.card(post, /✅ Done/u);
  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

/** Posts a story as Robin, without an event to Galley. */
async function aPost({ slack }: Galley) {
  const { state, people, app, translations } = slack;
  const channel = translations.id;
  const person = people.robin.id;
  const ts = state.ids.ts();
  const name = "harbour.txt";
  const file = await state.files.store({ name, user: person }, `${shortStory}${ts}`);
  state.files.share(file, { channel, ts, threadTs: undefined });
  const said = { channel, threadTs: undefined, user: person, text: "", fileIds: [file.id] };
  const post = state.messages.post({ ...said, ts });
  const ids: Ids = {
    team: app.team.id,
    app: app.id,
    bot: app.botUserId,
    channel,
    person,
    ts,
    file: file.id,
    event: state.ids.id("Ev"),
  };
  return { post, ids };
}

async function sent({ slack }: Galley, kind: "event" | "interactive", payload: Fields) {
  return await slack.deliveries.deliver({ kind, name: kind, payload });
}

/** Returns the warnings in the log and the number of ephemeral messages so far. */
function told({ slack, log }: Galley) {
  const lines = log.filter(({ level }) => Number(level) >= 40);
  return { lines, ephemerals: slack.records.ephemerals().length };
}
