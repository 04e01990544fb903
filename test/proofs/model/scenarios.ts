import type { Scenario } from "./world.ts";

/** Two people click on the same card, and this may come between. */
const scenario = (name: string, given: Partial<Scenario>): Scenario => ({
  name,
  processes: 1,
  partner: "atomic",
  work: "one",
  ...given,
  chances: { clicks: 2, ...given.chances },
});

const crash = { crashes: 1, lostReplies: 1 };
const weak = { partner: "weak" } as const;
const two = { processes: 2 } as const;

/** The scenarios for every design. */
export const scenarios: readonly Scenario[] = [
  scenario("a crash and a lost reply", { chances: crash }),
  scenario("the store lost", { chances: { storeLosses: 1 } }),
  scenario("the key forgotten over night", { chances: { crashes: 1, nights: 1 } }),
  scenario("a stale look-up", { chances: { ...crash, staleReads: 1 } }),
  scenario("two processes", two),
  scenario("two processes, a crash and a lost reply", { ...two, chances: crash }),
  scenario("two processes, the store lost", { ...two, chances: { storeLosses: 1 } }),
  scenario("two processes, one paused", { ...two, chances: { pauses: 1 } }),
  scenario("a weak partner, two processes", { ...weak, ...two }),
  scenario("a weak partner, a crash", { ...weak, chances: { crashes: 1 } }),
  scenario("a weak partner, two processes, a crash", { ...weak, ...two, chances: { crashes: 1 } }),
];

/** Scenarios that only the shipped design must survive. */
export const harderScenarios: readonly Scenario[] = [
  scenario("both processes do the work", {
    ...weak,
    ...two,
    work: "all",
    chances: { clicks: 1 },
  }),
  scenario("a pause past every timer, a weak partner", {
    ...weak,
    ...two,
    chances: { clicks: 1, pauses: 1 },
  }),
  scenario("refusals of every kind, lost replies", {
    ...weak,
    chances: { refusals: 1, lostReplies: 2 },
  }),
  scenario("replies lost until the window closes, and the key forgotten", {
    ...weak,
    chances: { clicks: 1, lostReplies: 3, nights: 1 },
  }),
  scenario("the store lost after a crash", { ...weak, chances: { crashes: 1, storeLosses: 1 } }),
  scenario("the store lost after a refusal", {
    chances: { clicks: 3, refusals: 1, storeLosses: 1 },
  }),
];

/** Scenarios with too many states for each run of the tests. */
export const largestScenarios: readonly Scenario[] = [
  scenario("the store lost after a refusal, and people who go on clicking", {
    chances: { clicks: 4, refusals: 1, storeLosses: 1 },
  }),
];
