import { describe, expect, test } from "vitest";

import { createIntake } from "#slack/intake.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createDedupStore } from "#store/small-stores.ts";

import { noon } from "../builders.ts";

const event = { type: "event_callback", event: { type: "message" } };
const click = { type: "block_actions", user: { id: "U0ROBIN" }, actions: [] };

type Bolt = Parameters<ReturnType<typeof createIntake>["init"]>[0];

function anIntake(processEvent: Bolt["processEvent"]) {
  const intake = createIntake();
  intake.init({ processEvent });
  const answers: unknown[] = [];
  const answer = async (reply?: unknown) => void answers.push(reply);
  return { intake, answers, answer };
}

describe("an event", () => {
  test("is acknowledged after its listeners recorded it, though Bolt acknowledges before", async () => {
    const order: string[] = [];
    const intake = createIntake();
    intake.init({
      processEvent: async ({ ack }) => {
        await ack();
        order.push("recorded");
      },
    });

    await intake.take({ body: event, answer: async () => void order.push("acknowledged") });

    expect(order).toEqual(["recorded", "acknowledged"]);
  });

  test("that could not be recorded is not acknowledged", async () => {
    const { intake, answers, answer } = anIntake(async () => {
      throw new Error("the store is down");
    });

    await expect(intake.take({ body: event, answer })).rejects.toThrow("the store is down");
    expect(answers).toEqual([]);
  });
});

describe("an event that Slack tries again", () => {
  const posted = {
    ...event,
    event_id: "Ev1",
    event: { type: "message", channel_type: "im", text: "hello" },
  };

  /** Two starts, or two replicas, over one store. */
  function twoIntakes() {
    const marks = createDedupStore(createMemoryStore()).at(() => noon);
    const taken: unknown[] = [];
    const script: Error[] = [];
    const open = () => {
      const intake = createIntake({ marks });
      const processEvent: Bolt["processEvent"] = async ({ body }) => {
        taken.push(body);
        const fault = script.shift();
        if (fault !== undefined) throw fault;
      };
      intake.init({ processEvent });
      return intake;
    };
    return { first: open(), second: open(), taken, script };
  }

  test("is answered and not taken once more, after a restart either", async () => {
    const { first, second, taken } = twoIntakes();
    const answers: string[] = [];
    await first.take({ body: posted, answer: async () => void answers.push("first") });

    await second.take({ body: posted, answer: async () => void answers.push("second") });

    expect(taken).toEqual([posted]);
    expect(answers).toEqual(["first", "second"]);
  });

  test("is taken again when it was not recorded", async () => {
    const { first, second, taken, script } = twoIntakes();
    script.push(new Error("the store is down"));
    const answer = async () => undefined;
    await expect(first.take({ body: posted, answer })).rejects.toThrow("the store is down");

    await second.take({ body: posted, answer });

    expect(taken).toHaveLength(2);
  });
});

test("a click is acknowledged by its listener, with what it says", async () => {
  const { intake, answers, answer } = anIntake(async ({ ack }) => ack({ text: "done" }));

  await intake.take({ body: click, answer });

  expect(answers).toEqual([{ text: "done" }]);
});

test("before the app is there nothing is taken", async () => {
  const intake = createIntake();

  await expect(intake.take({ body: event, answer: async () => {} })).rejects.toThrow(
    "before the app was there",
  );
});

test("draining waits for what is under way, whether it succeeds or not", async () => {
  const doors = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const bolts = doors.map(({ promise }) => promise).values();
  const { intake, answer } = anIntake(async () => bolts.next().value);
  const [one, two] = [intake.take({ body: event, answer }), intake.take({ body: event, answer })];
  const drained = intake.drain().then(() => "drained");
  const still = async () => Promise.race([drained, Promise.resolve("waiting")]);

  expect(await still()).toBe("waiting");
  doors[0].resolve();
  await one;
  expect(await still()).toBe("waiting");
  doors[1].reject(new Error("down"));
  await expect(two).rejects.toThrow("down");

  expect(await drained).toBe("drained");
  await intake.drain();
});
