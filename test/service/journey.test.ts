import { expect, test } from "vitest";

import { arrival, approved, storyCredits } from "../journeys/deeds.ts";
import { openHouse } from "../journeys/house.ts";
import { startModel, turned } from "./model-server.ts";
import { aService } from "./running.ts";

test("a book team runs Galley with its own model: a click, one charge, the result in the thread", async () => {
  await using model = await startModel();
  await using service = await aService({
    env: { SERVICE_ENGINE: "openai", MODEL_BASE_URL: model.url, MODEL_NAME: "scripted" },
  });
  const env = { PARTNER_BASE_URL: service.url, PARTNER_API_KEY: service.key };
  await using house = await openHouse({ env });

  const { post } = await approved(house);
  const reply = await arrival(house, post);

  const task = (await service.books.tasks.all()).find(({ action }) => action === "translation");
  expect(reply.text).toContain("as approved.");
  expect(task).toMatchObject({ status: "completed", charged: storyCredits });
  expect(await service.result(task?.id)).toContain(turned("In the morning"));
});
