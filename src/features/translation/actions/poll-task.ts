import { NotFound } from "../../../core/faults.ts";
import type { Ports, SmallRecords } from "../../../core/ports.ts";
import { type Quote, findTask, manuscriptOf } from "../../../core/quote.ts";
import { type Task, charactersOf, partnerActions } from "../../../core/task.ts";
import {
  type LearnedSpeeds,
  type Speeds,
  isWatched,
  learnSpeed,
  notFound,
  seen,
} from "../rules/polling.ts";
import { settleTask } from "../rules/settling.ts";

type Deps = Pick<Ports, "ledger" | "partner" | "now" | "speeds">;

/** @throws the partner's faults except NotFound; a failed look changes nothing. */
export async function pollTask(ports: Deps, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  if (task === undefined || !isWatched(task.state)) return quote;
  const characters = charactersOf(task, manuscriptOf(quote)?.characters ?? 0);
  const next = await lookAtTask(ports, task.state.taskId, {
    characters,
    speeds: ports.speeds.current,
  });
  const after = await ports.ledger.change(quote.id, (before) => settleTask(before, key, next));
  await learn(ports, after, task);
  return after;
}

/** Learns the partner's speed from a run whose end was observed. */
async function learn({ speeds }: Pick<Deps, "speeds">, quote: Quote, before: Task): Promise<void> {
  const action = partnerActions[before.kind];
  const state = findTask(quote, before.key)?.state;
  if (before.state.status !== "running" || state?.status !== "completed") return;
  const characters = charactersOf(before, manuscriptOf(quote)?.characters ?? 0);
  await speeds.learn({ action, characters, ms: state.endedAt - state.since });
}

/** Returns the change that the partner's answer makes. @throws its faults except NotFound. */
async function lookAtTask(
  { partner, now }: Pick<Ports, "partner" | "now">,
  taskId: string,
  { characters, speeds }: { readonly characters: number; readonly speeds?: () => Speeds },
): Promise<(task: Task) => Task> {
  try {
    const found = await partner.task(taskId);
    const at = now();
    return (task) => seen(task, found, { at, characters, speeds: speeds?.() });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const at = now();
    return (task) => notFound(task, at);
  }
}

type SpeedDeps = {
  readonly records: Pick<SmallRecords<Speeds>, "read" | "change">;
  readonly onFault: (error: unknown) => void;
};

/** The partner's speed, learned from ended runs. Without the store Galley works with guesses. */
export function createLearnedSpeeds({ records, onFault }: SpeedDeps): LearnedSpeeds {
  let speeds: Speeds = {};
  const keep = async (known: Promise<Speeds>) => {
    try {
      speeds = await known;
    } catch (error) {
      onFault(error);
    }
  };
  return {
    current: () => speeds,
    learn: (run) => keep(records.change(recordName, (before) => learnSpeed(before, run))),
    recall: () => keep(records.read(recordName)),
  };
}

const recordName = "partner";
