import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";

import type { ServiceRecords } from "#service/records/records.ts";

export const manual = `npm run service -- keys COMMAND
  create NAME [--credits N] [--rpm N]  a new key of this account; it is shown once
  top-up NAME --credits N              adds credits; a negative number takes them away
  revoke PREFIX                        from now on the key is refused
  list                                 keys and accounts
  usage                                tasks and credits of each key and month
npm run service -- translate FILE CODE translates a text file, to try a model
`;

type Order = { readonly name: string; readonly credits: number; readonly rpm: number };

/** Each returns the text to print. */
const commands: Readonly<
  Record<string, (records: ServiceRecords, order: Order) => Promise<string>>
> = {
  create: async ({ keys, accounts }, { name, credits, rpm }) => {
    // Not base64: a key that begins with a dash would be taken for an option.
    const key = randomBytes(32).toString("hex");
    // In this order, a crash between the two and another try add no credits twice.
    await keys.issue(key, { account: name, rpm });
    await accounts.add(name, credits);
    const { balance = 0 } = (await accounts.find(name)) ?? {};
    return `${key}\nThis key of ${name} is shown only now. The account has ${balance} credits.`;
  },
  "top-up": async ({ accounts }, { name, credits }) => {
    if ((await accounts.find(name)) === undefined) return `There is no account ${name}.`;
    await accounts.add(name, credits);
    return `${name} has ${(await accounts.find(name))?.balance} credits.`;
  },
  revoke: async ({ keys }, { name: prefix }) => {
    const matches = (await keys.all()).filter((key) => key.prefix === prefix && !key.revoked);
    for (const key of matches) await keys.change({ ...key, revoked: true });
    return matches.length === 0 ? `There is no key ${prefix}.` : `${prefix} is revoked.`;
  },
  list: async ({ keys, accounts }) => {
    const [people, issued] = [await accounts.all(), await keys.all()];
    const state = (revoked: boolean) => (revoked ? "revoked" : "valid");
    return [
      ...people.map((one) => `${one.name}  ${one.balance} credits  ${one.reserved} reserved`),
      ...issued.map(
        (one) => `${one.prefix}…  ${one.account}  ${one.rpm}/min  ${state(one.revoked)}`,
      ),
    ].join("\n");
  },
  usage: async ({ accounts }) => {
    const rows = (await accounts.usage()).map(({ month, account, prefix, tasks, credits }) => {
      return `${month}  ${account}  ${prefix}…  ${tasks} tasks  ${credits} credits`;
    });
    return rows.join("\n");
  },
};
const withName = new Set(["create", "top-up", "revoke"]);

/** Runs the command line for accounts; returns undefined for one that is not understood. */
export async function runKeys(
  records: ServiceRecords,
  args: readonly string[],
): Promise<string | undefined> {
  const { positionals, values } = read(args);
  const [command = "", name = "", ...more] = positionals;
  const [credits, rpm] = [numberOf(values.credits ?? "0"), numberOf(values.rpm ?? "120")];
  if (credits === undefined || rpm === undefined || rpm < 1) return undefined;
  if ((withName.has(command) && name === "") || more.length > 0) return undefined;
  return commands[command]?.(records, { name, credits, rpm });
}

function read(args: readonly string[]) {
  const options = { credits: { type: "string" }, rpm: { type: "string" } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return { positionals: [], values: {} };
  }
}

function numberOf(text: string): number | undefined {
  return /^-?\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
