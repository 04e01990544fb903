import { isIP } from "node:net";

import { z } from "zod";

/** Names all faults at once, one line each, without the value of a secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings; one that is set to nothing is missing. @throws ConfigError */
export function readEnvironment<T>(schema: z.ZodType<T>, env: Environment): T {
  const all = Object.entries(env).map(([name, value = ""]) => [name, bare(value)] as const);
  const variables = Object.fromEntries(all.filter(([, value]) => value !== ""));
  const result = schema.safeParse(variables);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map(lineOf).join("\n"));
}

/** Returns the variables that begin as settings do, and are none: mistyped ones, as a rule. */
export function unknownVariables(
  env: Environment,
  { prefixes, known }: { readonly prefixes: readonly string[]; readonly known: readonly string[] },
): readonly string[] {
  return Object.keys(env).filter(
    (name) => prefixes.some((prefix) => name.startsWith(prefix)) && !known.includes(name),
  );
}

/** Docker's env files keep quotation marks, and a secret that `echo` wrote ends with a new line. */
function bare(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/su, "$2");
}

/**
 * Returns a fault in our words. For some faults Zod names the received value; ours name the
 * variable and the expectation.
 */
function lineOf(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0] ?? "");
  const missing = issue.code === "invalid_type" || issue.code === "invalid_format";
  const what = missing && issue.message.startsWith("Invalid input") ? "is missing" : issue.message;
  return name === "" ? what : `${name} ${what}`;
}

/** A token or key: other characters cannot be sent in a header. */
export const oneWord = z
  .string()
  .regex(/^[!-~]+$/u, "has a space in it, or a character that no key has: copy it again");

export const positive = (fallback: number) =>
  z.coerce.number("must be a number").positive("must be more than 0").default(fallback);

export const count = (fallback: number) => positive(fallback).pipe(z.int("must be a whole number"));

export const portNumber = z.coerce
  .number("must be a number")
  .refine((port) => Number.isInteger(port) && port >= 0 && port <= 65_535, {
    message: "must be a whole number from 0 to 65535",
  });

export const hostAddress = z
  .string()
  .refine((host) => isIP(host) > 0 || host === "localhost", "must be an IP address of this machine")
  .default("127.0.0.1");

export const webAddress = z
  .string()
  .refine(
    (text) => /^https?:$/u.test(URL.parse(text)?.protocol ?? ""),
    "must be an http(s) address",
  );

export const yesOrNo = z.enum(["yes", "no"], { message: "must be yes or no" }).default("no");

/** True when everything sent to this address stays on this machine, or is encrypted on its way. */
export function isPrivateWay(address: string): boolean {
  const { protocol = "", hostname = "" } = URL.parse(address) ?? {};
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u.test(hostname);
  return isHere || !["http:", "redis:"].includes(protocol);
}

export const notEncrypted =
  "is not encrypted, beyond this machine: use https:// or rediss://, or set ALLOW_PLAIN_HTTP=yes where the network is your own";
