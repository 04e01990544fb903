import { describe, expect, test, vi } from "vitest";

import { type Wing, opensSerials } from "../../journeys/between-deeds.ts";
import {
  approvesBothAtOnce,
  approvesBothInTurn,
  approvesTheSecondThenTheFirst,
  growsInLanguages,
  offersBoth,
  outcomeOf,
  postsAgainAndAgain,
  readsTheFirstLast,
  restOf,
  turnsBothIntoFrench,
} from "../../journeys/between-stories.ts";
import { orders } from "../../journeys/deeds.ts";
import { patience } from "../../patience.ts";
import { canRunRedis } from "../../redis-server.ts";
import { openReplicas } from "./galley.ts";

/** The two replicas receive people's acts in turn. */
describe.runIf(canRunRedis("two replicas and one text"))("two replicas and one text", () => {
  test("of two cards of one text the later is bought: an old click on the other buys nothing", async () => {
    await using galley = await openTwo();

    const { credits } = await approvesTheSecondThenTheFirst(galley);

    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: credits });
  });

  test("two cards that were turned into the same language sell it once", async () => {
    await using galley = await openTwo({ DEFAULT_TARGET_LANG: "es" });

    const { credits } = await turnsBothIntoFrench(galley, opensSerials(galley));

    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: credits });
  });

  test("of two files that Galley would approve by itself it approves one", async () => {
    await using galley = await openTwo();

    const { credits } = await readsTheFirstLast(galley);

    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: credits });
  });

  test.for([
    ["in the same moment", approvesBothAtOnce],
    ["while the balance is asked for", approvesBothInTurn],
  ] as const)(
    "a serial and what it has grown to, approved %s, are not bought twice",
    async ([, approves], { expect }) => {
      await using galley = await openTwo();
      const serials = await offersBoth(galley);

      await approves(galley, serials);
      const { card, told, credits } = await outcomeOf(galley, serials);

      expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: credits });
      expect(told).toHaveLength(1);
      expect(galley.drawn(card)).toMatch(restOf(serials, credits));
    },
  );

  test("what Galley approves by itself is not had again and again by those who may approve nothing", async () => {
    await using galley = await openTwo({ POLL_MAX_SECONDS: "5" });

    const { credits } = await postsAgainAndAgain(galley);

    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: credits });
  });

  test("one new chapter of a serial in twelve languages is charged in each, and nothing else is", async () => {
    await using galley = await openTwo();

    const { before, added } = await growsInLanguages(galley, [...west, ...east]);

    expect((await orders(galley)).charged).toBe(12 * (before + added));
  });
});

const west = ["Spanish", "French", "German", "Italian", "Portuguese", "Dutch", "Polish", "Russian"];
const east = ["Turkish", "Arabic", "Japanese", "Korean"];

async function openTwo(env: Readonly<Record<string, string>> = {}) {
  const galley = await openReplicas({ replicas: 2, env });
  galley.sendTo();
  const passing: Wing["passing"] = (_ms, look) =>
    vi.waitFor(() => {
      const found = look();
      if (found === undefined) throw new Error("what was waited for did not come");
      return found;
    }, patience);
  return { ...galley, sendTo: () => galley.sendTo(), passing };
}
