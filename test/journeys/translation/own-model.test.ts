import { expect, test } from "vitest";

import { startModel, reversedWords } from "../../service/model-server.ts";
import { aService } from "../../service/running.ts";
import { arrival, approved, storyCredits } from "../deeds.ts";
import { openGalley } from "../galley.ts";

test("a book team runs Galley with its own model: a click, one charge, the result in the thread", async () => {
  await using model = await startModel();
  await using service = await aService({
    env: { SERVICE_ENGINE: "openai", MODEL_BASE_URL: model.url, MODEL_NAME: "scripted" },
  });
  const env = { PARTNER_BASE_URL: service.url, PARTNER_API_KEY: service.key };
  await using galley = await openGalley({ env });

  const { post } = await approved(galley);
  const reply = await arrival(galley, post);

  const task = (await service.records.tasks.all()).find(({ action }) => action === "translation");
  expect(reply.text).toContain("as approved.");
  expect(task).toMatchObject({ status: "completed", charged: storyCredits });
  expect(await service.result(task?.id)).toContain(reversedWords("In the morning"));
});
