import { describe, expect, test } from "vitest";

import { hasChromium, useChromium } from "./chromium.ts";
import { faultsOf, widthOf } from "./looks.ts";
import { approve } from "./page.ts";
import { type Playground, openPlayground } from "./playground.ts";

describe.runIf(hasChromium)("Whoever opens the playground for the first time", () => {
  const browser = useChromium();

  test("is led to an approval and a lost answer, and sees that it was charged once", async () => {
    await using ground = await openPlayground(browser(), { visit: "first" });
    const coach = ground.raw.getByRole("region", { name: "What to do now" });
    const people = ground.raw.getByRole("group", { name: "Who you are" });
    await coach.getByText("1 of 4 · You are Robin.").waitFor();

    await ground.postSample(/Japanese/);
    await coach.getByText("2 of 4").waitFor();
    await ground.raw.getByText(/^On the phone of Ana/).waitFor();
    expect(await people.getByTitle("Be Ana,").innerText()).toContain("1");
    await ground.agreeTo(approve);
    await ground.says(/Only .* can do this/);
    await coach.getByText("2 of 4").waitFor();
    await ground.be("Ana");
    await ground.agreeTo(approve);
    await coach.getByText("3 of 4").waitFor();
    await ground.says(/is ready/);
    expect(await people.getByTitle("Be Ana,").innerText()).not.toContain("1");
    await ground.be("Robin");
    await ground.button("Download").last().click();
    await coach.getByText("4 of 4").waitFor();

    await ground.openDrawer();
    await ground.drawer.getByRole("button", { name: "Lost answer" }).click();
    await coach.getByText("the repetition has the same key").waitFor();
    await ground.be("Robin");
    await ground.raw.getByRole("button", { name: "Close the thread" }).click();
    await ground.postSample(/short story/);
    await ground.be("Ana");
    await ground.agreeTo(approve);
    await ground.says(/is ready/);
    await ground.drawer
      .getByText("2 texts charged once ✓ 1 request came again and cost nothing.")
      .waitFor();

    await coach.getByRole("button", { name: "Close the hint" }).click();
    await ground.raw.reload();
    await ground.composer.waitFor();
    expect(await coach.isHidden()).toBe(true);
  });

  test("may close the steps, which stay closed", async () => {
    await using ground = await openPlayground(browser(), { visit: "first" });
    const coach = ground.raw.getByRole("region", { name: "What to do now" });
    await coach.getByText("1 of 4").waitFor();
    const seen = [await faultsOf(ground.raw), await widthOf(ground.raw)];

    await coach.getByRole("button", { name: "Close the hint" }).click();
    await ground.raw.reload();
    await ground.composer.waitFor();

    expect(seen).toEqual([[], 1280]);
    expect(await coach.isHidden()).toBe(true);
  });

  test("has Galley killed while it sends by one click, and sees one charge", async () => {
    const env = { PARTNER_TIMEOUT_SECONDS: "5", RESEND_WINDOW_SECONDS: "900" };
    await using ground = await openPlayground(browser(), { env });

    await play(ground, "Killed while sending");
    await ground.says(/is ready/);

    await ground.drawer.getByText("1 text charged once ✓ 1 request came again").waitFor();
    expect((await ground.partner.records()).accounts).toMatchObject([{ charged: 6279 }]);
  });

  test("has too much charged by one click, and the admin hears of it", async () => {
    await using ground = await openPlayground(browser());

    await play(ground, "Charged too much");
    await ground.says(/It cost 6,304 credits, 25 credits more than was approved/);
    await ground.be("Ada");
    await ground.open("Galley");

    const told = ground.conversation.getByText(/25 credits more/).first();
    await told.waitFor();
    expect(await told.innerText()).toContain("25 credits more");
  });

  test("has the account emptied by one click, and nothing is sent", async () => {
    await using ground = await openPlayground(browser());

    await play(ground, "Account empty");
    await ground.says(/The balance is 6,279 credits short/);

    await ground.drawer.getByText("Nothing is charged yet.").waitFor();
    const { tasks } = await ground.partner.records();
    expect(tasks.filter(({ action }) => action === "translation")).toEqual([]);
  });
});

async function play(ground: Playground, scenario: string): Promise<void> {
  await ground.postSample(/short story/);
  await ground.openDrawer();
  const scenes = ground.drawer.getByRole("region", { name: "Behind the scenes" });
  await scenes.getByRole("button", { name: scenario }).click();
  await ground.be("Ana");
  await ground.agreeTo(approve);
}
