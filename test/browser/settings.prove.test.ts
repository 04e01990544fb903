import { describe, expect, test } from "vitest";

import { hasChromium, useChromium } from "./chromium.ts";
import { approve } from "./page.ts";
import { openPlayground } from "./playground.ts";

describe.runIf(hasChromium)("On the playground page", () => {
  const browser = useChromium();

  test("an admin sets that two people have to approve, and two do", async () => {
    await using ground = await openPlayground(browser());
    const { conversation, dialog } = ground;

    await ground.be("Ada");
    await ground.type("/translate settings");
    await conversation.getByRole("button", { name: "Spending limits" }).click();
    const field = dialog.getByLabel("Two approvers above (credits)");
    await field.fill("five thousand");
    await dialog.getByRole("button", { name: "Save" }).click();
    const fault = await dialog.getByRole("alert").first().innerText();
    await field.fill("5,000");
    await dialog.getByLabel("Approving one’s own requests").selectOption("refused");
    await dialog.getByRole("button", { name: "Save" }).click();
    const saved = await dialog.getByText("Two approvers above (credits):").innerText();
    await dialog.getByRole("button", { name: "Close" }).last().click();

    await ground.be("Robin");
    await ground.postSample(/short story/);
    await ground.be("Ana");
    await ground.agreeTo(approve);
    const card = await ground.says(/Approved by Ana Moreau/);
    await ground.be("Ada");
    await ground.agreeTo(approve);
    await ground.says(/is ready/);

    expect(fault).toContain("Please type a whole number");
    expect(saved).toContain("Two approvers above (credits): none → 5,000.");
    expect(card).toContain("Over 5,000 credits: needs two approvers. Approved by Ana Moreau");
    expect((await ground.partner.records()).accounts).toMatchObject([{ charged: 6279 }]);
  });
});
