import { PassThrough } from "node:stream";

import { expect, test } from "vitest";

import { StepFailedError, createPrinter, createSteps } from "#sandbox/demo/printing.ts";
import { playRequest } from "#sandbox/demo/script.ts";
import { createFolder, openWorld } from "#sandbox/demo/world.ts";

const story = {
  name: "story.txt",
  content: Buffer.from("The bell rang and she was not there.\n"),
};

test("a translation that the partner gives up is the step that did not hold", async () => {
  await using galley = await openGalley();

  galley.world.partner.inject({ kind: "ends-as", status: "failed", action: "translation" });
  const played = playRequest({ ...galley, manuscript: story });

  await expect(played).rejects.toMatchObject({
    name: "StepFailedError",
    message: "This step did not hold: The partner translates, and the card shows how far it is",
    cause: { message: "The run brought no translation." },
  });
});

test("a bot that dies is told at once, with the step that was under way", async () => {
  await using galley = await openGalley();

  await galley.world.stopBot();
  const played = playRequest({ ...galley, manuscript: story });

  await expect(played).rejects.toThrow(StepFailedError);
});

async function openGalley() {
  const ends = new AsyncDisposableStack();
  const printer = createPrinter(new PassThrough(), new PassThrough());
  const world = await openWorld({
    env: process.env,
    now: Date.now,
    lang: "fr",
    balance: 100_000,
    folder: createFolder(ends),
    ends,
    stopped: new AbortController().signal,
    note: () => undefined,
  });
  return {
    world,
    printer,
    step: createSteps(printer, async () => undefined),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}
