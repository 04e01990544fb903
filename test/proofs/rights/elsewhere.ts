import { existsSync, readFileSync } from "node:fs";

type Elsewhere = { readonly what: string; readonly file: string; readonly name: string };

/** Cases that do not involve the store, tested where they belong. */
export const elsewhere: readonly Elsewhere[] = [
  {
    what: "14 an empty signing secret at the start",
    file: "test/operator/config.test.ts",
    name: "a variable that is set to nothing is missing: no secret is ever empty",
  },
  {
    what: "21 our metadata, copied by another app",
    file: "test/features/shared/thread.test.ts",
    name: "that somebody else copied, metadata and all, is not ours",
  },
  {
    what: "43 a token or key in the text of an error",
    file: "test/partner/client.faults.test.ts",
    name: "the key shows in no error, however the partner throws it back",
  },
];

/** Cases that this product has no place for, and why. */
export const never: readonly string[] = [
  "31 the balance in a channel: the card says on purpose whether the balance covers what it offers; whoever approves decides by it.",
  "41 fifty approvals against one budget: Galley keeps no budget. The partner’s balance is the limit, and a 402 buys nothing.",
  "42 a daily limit across midnight: there is no daily limit.",
  "44 two versions of a signing key: buttons carry ids and no signature. What decides is who clicks, and where.",
];

export function isThere({ file, name }: Elsewhere): boolean {
  const path = new URL(`../../../${file}`, import.meta.url);
  return existsSync(path) && readFileSync(path, "utf8").includes(`"${name}"`);
}
