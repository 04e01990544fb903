import { copyFile, rename } from "node:fs/promises";

import { expect, test } from "vitest";

import { hurries, orders, quoted, arrival, storyCredits } from "./deeds.ts";
import { openGalley } from "./galley.ts";

test("while the file of the store is exchanged nothing is sold; after a start the same card can be approved", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  hurries(galley);
  const { post, card } = await quoted(galley);
  const path = galley.env.STORE_URL.replace("sqlite:", "");

  await copyFile(path, `${path}.copy`);
  await rename(path, `${path}.own`);
  await rename(`${path}.copy`, path);
  galley.clock.skip(5000);
  await ana.clicks(card, "quote.approve");
  await galley.hears(ana, /store can’t keep an approval safely.*nothing was approved or charged/u);
  const meanwhile = await orders(galley);
  await galley.stop();
  await rename(`${path}.own`, path);
  await galley.start();
  await ana.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(meanwhile).toMatchObject({ outcomes: [] });
  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});
