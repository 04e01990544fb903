import { describe, expect, test, vi } from "vitest";

import { type Wing, opensSerials } from "../journeys/between-deeds.ts";
import {
  approvesBothAtOnce,
  approvesBothInTurn,
  approvesTheSecondThenTheFirst,
  growsInTwelveLanguages,
  offersBoth,
  outcomeOf,
  postsAgainAndAgain,
  readsTheFirstLast,
  turnsBothIntoFrench,
} from "../journeys/between-stories.ts";
import { orders } from "../journeys/deeds.ts";
import { patience } from "../patience.ts";
import { canRunRedis } from "../redis-server.ts";
import { openReplicas } from "./house.ts";

/** The two replicas receive people's acts in turn. */
describe.runIf(canRunRedis("two replicas and one text"))("two replicas and one text", () => {
  test("of two cards of one text the later is bought: an old click on the other buys nothing", async () => {
    await using house = await openTwo();

    const { credits } = await approvesTheSecondThenTheFirst(house);

    expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: credits });
  });

  test("two cards that were turned into the same language sell it once", async () => {
    await using house = await openTwo({ DEFAULT_TARGET_LANG: "es" });

    const { credits } = await turnsBothIntoFrench(house, opensSerials(house));

    expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: credits });
  });

  test("of two files that Galley would approve by itself it approves one", async () => {
    await using house = await openTwo();

    const { credits } = await readsTheFirstLast(house);

    expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: credits });
  });

  test.for([
    ["in the same moment", approvesBothAtOnce],
    ["while the balance is asked for", approvesBothInTurn],
  ] as const)(
    "a serial and what it has grown to, approved %s, are not bought twice",
    async ([, approves], { expect }) => {
      await using house = await openTwo();
      const serials = await offersBoth(house);

      await approves(house, serials);
      const { card, told, credits } = await outcomeOf(house, serials);

      expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: credits });
      expect(told).toHaveLength(1);
      expect(house.drawn(card)).not.toContain("[ Approve ·");
    },
  );

  test("what Galley approves by itself is not had again and again by those who may approve nothing", async () => {
    await using house = await openTwo({ POLL_MAX_SECONDS: "5" });

    const { credits } = await postsAgainAndAgain(house);

    expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: credits });
  });

  test("one new chapter of a serial in twelve languages is charged in each, and nothing else is", async () => {
    await using house = await openTwo();

    const { before, added } = await growsInTwelveLanguages(house);

    expect((await orders(house)).charged).toBe(12 * (before + added));
  });
});

async function openTwo(env: Readonly<Record<string, string>> = {}) {
  const house = await openReplicas({ replicas: 2, env });
  house.sendTo();
  const passing: Wing["passing"] = (_ms, look) =>
    vi.waitFor(() => {
      const found = look();
      if (found === undefined) throw new Error("what was waited for did not come");
      return found;
    }, patience);
  return { ...house, sendTo: () => house.sendTo(), passing };
}
