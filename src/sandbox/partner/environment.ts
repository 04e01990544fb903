import { z } from "zod";

const count = (least: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= least, `must be at least ${least}`);

const environmentSchema = z.object({
  SANDBOX_STORE: z.string().min(1, "must name a file").optional(),
  SANDBOX_PORT: count(0)
    .refine((port) => port <= 65_535, "must be a port")
    .default(4010),
  SANDBOX_API_KEYS: z
    .string()
    .transform((keys) => keys.split(",").map((key) => key.trim()))
    .refine((keys) => keys.every((key) => /^\S+$/.test(key)), "must be keys separated by commas")
    .default(["sandbox-key"]),
  SANDBOX_BALANCE: count(0).optional(),
  SANDBOX_RPM: count(1).optional(),
  SANDBOX_CHARS_PER_SECOND: count(1).optional(),
});

/** Options from the SANDBOX_ variables, or every fault of them in one line each. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>) {
  const read = environmentSchema.safeParse(variables);
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`);
    return { status: "faulty" as const, faults };
  }
  const { SANDBOX_STORE: store, SANDBOX_BALANCE: balance, SANDBOX_RPM: rpm } = read.data;
  const charsPerSecond = read.data.SANDBOX_CHARS_PER_SECOND;
  const options = {
    port: read.data.SANDBOX_PORT,
    keys: read.data.SANDBOX_API_KEYS,
    ...(store === undefined ? {} : { store }),
    ...(balance === undefined ? {} : { balance }),
    ...(rpm === undefined ? {} : { rpm }),
    ...(charsPerSecond === undefined ? {} : { charsPerSecond }),
  };
  return { status: "valid" as const, options };
}
