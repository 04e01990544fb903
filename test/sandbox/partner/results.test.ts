import { expect, test } from "vitest";

import type { FaultOrder } from "#sandbox/partner/faults.ts";

import { openPartner } from "../../proofs/contract/partner.ts";

test("a result can be told to lack a stretch of its text, in whole lines", async () => {
  const fault = { kind: "omits", from: 0.5, to: 0.75 } as const;

  const result = await translated("Eins.\nZwei.\nDrei.\nVier.\n", fault);

  expect(result.match(/⟦fr: ./gu)).toEqual(["⟦fr: É", "⟦fr: Ž", "⟦fr: Ṽ"]);
});

test("a result can be told to have no term of any glossary in it", async () => {
  const glossary = { glossary: '{"home":"Heim"}' };
  const text = "Marlow came home.";

  expect(await translated(text, undefined, glossary)).toContain("Heim");
  expect(await translated(text, { kind: "ignores-terms" }, glossary)).not.toContain("Heim");
});

async function translated(
  file: string,
  fault: FaultOrder | undefined,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  await using partner = await openPartner();
  if (fault !== undefined) partner.sandbox.inject(fault);
  const { data } = await partner.create({ file, estimated_chars: `${file.length}`, ...fields });
  partner.pass(100);
  const path = `/tasks/${String(data["task_id"])}`;
  await partner.call(path);
  const link = await partner.call(`${path}/download`);
  return (await partner.call(String(link.data["download_url"]), { key: "" })).text;
}
