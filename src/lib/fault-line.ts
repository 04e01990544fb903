import type { z } from "zod";

/** Returns the first fault that a schema found, in one short line: a foreign value may have thousands. */
export function faultLine({ issues: [first] }: z.ZodError): string {
  if (first === undefined) return "it cannot be read";
  const place = first.path.map((part) => String(part).slice(0, 40)).join(".");
  const line = place === "" ? first.message : `${place}: ${first.message}`;
  return line.replaceAll(/\s+/gu, " ").slice(0, longest);
}

const longest = 300;
