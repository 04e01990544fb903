import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";

import type { Books } from "./records/books.ts";

export const manual = `npm run service -- keys COMMAND
  create NAME [--credits N] [--rpm N]  a new key of this account; it is shown once
  top-up NAME --credits N              adds credits; a negative number takes them away
  revoke PREFIX                        from now on the key is refused
  list                                 keys and accounts
  usage                                tasks and credits of each key and month
npm run service -- translate FILE CODE translates a text file, to try a model
`;

/**
 * Runs the command line for accounts; returns the text to print, or undefined for an unknown
 * command.
 */
export async function runKeys(books: Books, args: readonly string[]): Promise<string | undefined> {
  const { positionals, values } = read(args);
  const [command = "", name = ""] = positionals;
  const [credits, rpm] = [numberOf(values.credits ?? "0"), numberOf(values.rpm ?? "120")];
  const needsName = command === "create" || command === "top-up" || command === "revoke";
  if (credits === undefined || rpm === undefined || rpm < 1) return undefined;
  if (needsName && name === "") return undefined;
  switch (command) {
    case "create":
      return create(books, { name, credits, rpm });
    case "top-up":
      if ((await books.accounts.find(name)) === undefined) return `There is no account ${name}.`;
      await books.accounts.add(name, credits);
      return `${name} has ${(await books.accounts.find(name))?.balance} credits.`;
    case "revoke":
      return revoke(books, name);
    case "list":
      return list(books);
    case "usage":
      return (await books.accounts.usage())
        .map(
          (row) =>
            `${row.month}  ${row.account}  ${row.prefix}…  ${row.tasks} tasks  ${row.credits} credits`,
        )
        .join("\n");
    default:
      return undefined;
  }
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

type Wish = { readonly name: string; readonly credits: number; readonly rpm: number };

async function create({ keys, accounts }: Books, { name, credits, rpm }: Wish): Promise<string> {
  // Not base64: a key that begins with a dash would be taken for an option.
  const key = randomBytes(32).toString("hex");
  // In this order, a crash between the two and another try add no credits twice.
  await keys.issue(key, { account: name, rpm });
  await accounts.add(name, credits);
  const { balance = 0 } = (await accounts.find(name)) ?? {};
  return `${key}\nThis key of ${name} is shown only now. The account has ${balance} credits.`;
}

async function revoke({ keys }: Books, prefix: string): Promise<string> {
  const found = (await keys.all()).filter((key) => key.prefix === prefix && !key.revoked);
  for (const key of found) await keys.change({ ...key, revoked: true });
  return found.length === 0 ? `There is no key ${prefix}.` : `${prefix} is revoked.`;
}

async function list({ keys, accounts }: Books): Promise<string> {
  const state = (revoked: boolean) => (revoked ? "revoked" : "valid");
  const [people, issued] = [await accounts.all(), await keys.all()];
  return [
    ...people.map((one) => `${one.name}  ${one.balance} credits  ${one.reserved} reserved`),
    ...issued.map((key) => `${key.prefix}…  ${key.account}  ${key.rpm}/min  ${state(key.revoked)}`),
  ].join("\n");
}
