import type { z } from "zod";

/** JSON has no undefined: a missing field reads as one. */
export const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);

/** What a record's schema reads, which nobody changes in place. */
export type Stored<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;
