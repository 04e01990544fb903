import type { z } from "zod";

/** JSON has no undefined: a missing field reads as one. */
export const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);
