import {
  type Flight,
  type Refusal,
  type Scenario,
  type World,
  longestFlightMs,
  refusals,
  spend,
} from "./world.ts";

/** One fate of a request on its way: the world after it, and the sender's reply, if any. */
export type Landing = {
  readonly name: string;
  readonly world: World;
  readonly flight: Flight;
  readonly reply: { readonly value: number } | { readonly fault: "lost" | Refusal } | undefined;
};

export function landings(world: World, scenario: Scenario): readonly Landing[] {
  return world.partner.flights.flatMap((flight) => [
    ...arrivals(world, flight, scenario),
    ...losses(world, flight),
    ...refusalsOf(world, flight),
  ]);
}

/** Returns the time by which every request must land. The clock waits for it. */
export function latestLanding(world: World): number {
  return Math.min(...world.partner.flights.map(({ leftAt }) => leftAt + longestFlightMs));
}

function arrivals(world: World, flight: Flight, { partner }: Scenario): readonly Landing[] {
  const known = world.partner.known[flight.key];
  const isLookedUp = partner !== "weak" || flight.isUnderWay;
  if (!isLookedUp && known === undefined) {
    return [
      {
        name: "looked up",
        world: alter(world, flight, { isUnderWay: true }),
        flight,
        reply: undefined,
      },
    ];
  }
  const replayed = flight.isUnderWay ? undefined : known;
  const { world: after, task } =
    replayed === undefined ? commit(world, flight) : { world: land(world, flight), task: replayed };
  const heard = { name: "answered", world: after, flight, reply: { value: task } };
  if (world.left.lostReplies === 0 || flight.sender === undefined) return [heard];
  const lost = { fault: "lost" } as const;
  return [
    heard,
    { ...heard, name: "answer lost", world: spend(after, "lostReplies"), reply: lost },
  ];
}

/** Loses the request, or lets its sender time out while the partner still works on it. */
function losses(world: World, flight: Flight): readonly Landing[] {
  if (world.left.lostReplies === 0 || flight.sender === undefined) return [];
  const reply = { fault: "lost" } as const;
  const left = spend(world, "lostReplies");
  return [
    { name: "lost", world: land(left, flight), flight, reply },
    { name: "timed out", world: alter(left, flight, { sender: undefined }), flight, reply },
  ];
}

/** Answers with a refusal. This request creates no task; an earlier one may have done so. */
function refusalsOf(world: World, flight: Flight): readonly Landing[] {
  if (world.left.refusals === 0 || flight.isUnderWay || flight.sender === undefined) return [];
  const after = land(spend(world, "refusals"), flight);
  return refusals.map((fault) => ({ name: fault, world: after, flight, reply: { fault } }));
}

function commit(world: World, flight: Flight): { world: World; task: number } {
  const after = land(world, flight);
  const task = after.partner.tasks.length;
  const tasks = [...after.partner.tasks, flight.key];
  const known = { ...after.partner.known, [flight.key]: task };
  return { world: { ...after, partner: { ...after.partner, tasks, known } }, task };
}

function alter(world: World, flight: Flight, change: Partial<Flight>): World {
  const flights = world.partner.flights.map((one) =>
    one === flight ? { ...one, ...change } : one,
  );
  return { ...world, partner: { ...world.partner, flights } };
}

function land(world: World, flight: Flight): World {
  const flights = world.partner.flights.filter((one) => one !== flight);
  return { ...world, partner: { ...world.partner, flights } };
}
