import { NotRecorded } from "../../../core/faults.ts";
import {
  type FoundCards,
  type Loss,
  type Marker,
  isAskDue,
  isRecentLoss,
  newMarker,
  recordsStatus,
  withLoss,
  withLossUpdate,
} from "../../../core/marker.ts";
import type { Ports, GoOnOutcome, Records } from "../../../core/ports.ts";
import { maySeeBalance } from "../../approval/actions/rights.ts";
import type { AuditEvent } from "../../settings/rules/audit.ts";
import { type CardThread, knowsEveryCard, takeUpCards } from "./take-up-cards.ts";

type Deps = {
  readonly ports: Pick<Ports, "workspace" | "ledger" | "rules" | "now" | "tick" | "wake" | "sleep">;
  readonly marker: {
    readonly read: () => Promise<Marker | undefined>;
    readonly change: (
      next: (marker: Marker | undefined) => Marker | undefined,
    ) => Promise<Marker | undefined>;
  };
  /** Searches Slack again each time for our cards that name a run. */
  readonly search: (signal: AbortSignal) => AsyncIterable<CardThread>;
  /** Asks the admins to decide; returns whether one of them could be reached. */
  readonly ask: (cards: FoundCards) => Promise<boolean>;
  /** Returns true to one caller among all replicas, and false to all others for `forMs`. */
  readonly once: (name: string, forMs: number) => Promise<boolean>;
  readonly newId: () => string;
  readonly audit: (event: AuditEvent) => void;
  readonly onFault: (error: unknown) => void;
};

/** Watches the marker: a store that lost its records sells nothing until an admin decides. */
export function createRecords(deps: Deps) {
  const { ports, onFault } = deps;
  const watched = createLook(deps);
  const { look, last } = watched;
  const looked = Promise.withResolvers<void>();
  const records: Records = {
    status: async () => recordsStatus(await look()),
    goOn: (by) => goOn(deps, by),
  };
  return {
    ...records,
    looked: looked.promise,
    /** True while people who are about to approve are told that earlier records were lost. */
    isLossRecent: () => isRecentLoss(last(), ports.now()),
    watch: async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted) {
        try {
          const found = await findOut(deps, watched, signal);
          looked.resolve();
          if (found?.loss !== undefined) await dealWith(deps, found.loss, signal);
        } catch (error) {
          if (!signal.aborted) onFault(error);
        }
        looked.resolve();
        await ports.sleep(everyMs, signal);
      }
    },
  };
}

type Watched = ReturnType<typeof createLook>;

function createLook(deps: Deps) {
  let last: Marker | undefined;
  const remember = (found: Marker | undefined) => {
    last = found ?? last;
    return found;
  };
  return {
    last: () => last,
    remember,
    /** Reads the marker. A marker that is gone, or was replaced by another one, is a loss. */
    look: async (): Promise<Marker | undefined> => {
      const before = last;
      const found = await deps.marker.read();
      const isSame = before === undefined || found?.id === before.id;
      return remember(isSame || found?.loss !== undefined ? found : await noteLoss(deps, before));
    },
  };
}

async function goOn({ marker, ports }: Deps, by: string): Promise<GoOnOutcome> {
  // The function runs again if somebody else wrote first: its last run saw the state that counts.
  let before: Marker | undefined;
  await marker.change((found) => {
    before = found;
    const decided = { by, at: ports.now() };
    return recordsStatus(found) === "undecided" ? withLossUpdate(found, { decided }) : found;
  });
  if (recordsStatus(before) === "undecided") return { status: "gone-on" };
  return { status: before?.loss?.decided === undefined ? "nothing-lost" : "decided-before" };
}

/** Reads the marker. If there is none, Slack shows whether this is a first start or a loss. */
async function findOut(
  deps: Deps,
  { look, remember }: Watched,
  signal: AbortSignal,
): Promise<Marker | undefined> {
  const { ports, marker, search, newId } = deps;
  const found = await look();
  if (found !== undefined) return found;
  const isNew = await knowsEveryCard(ports, search(signal));
  if (!isNew) return remember(await noteLoss(deps, undefined));
  const fresh = newMarker({ id: newId(), at: ports.now() }, "new");
  return remember(await marker.change((before) => before ?? fresh));
}

/** Handles a loss: first restores the cards, then asks the admins. */
async function dealWith(
  { ports, marker, search, ask, once }: Deps,
  loss: Loss,
  signal: AbortSignal,
): Promise<void> {
  if (loss.decided !== undefined) return;
  let { cards } = loss;
  if (cards === undefined) {
    if (!(await once("records.take-up", takeUpMs))) return;
    cards = await takeUpCards(ports, search(signal), signal);
    await marker.change((before) => withLossUpdate(before, { cards }));
  }
  if (!isAskDue(loss, ports.now()) || !(await once("records.ask", askMs))) return;
  if (!(await ask(cards))) return;
  await marker.change((before) => withLossUpdate(before, { askedAt: ports.now() }));
}

/** Records a loss; `before` is the last marker seen, undefined if there was none. */
async function noteLoss(
  { marker, ports, newId, audit }: Deps,
  before: Marker | undefined,
): Promise<Marker | undefined> {
  const at = ports.now();
  const fresh = newMarker({ id: newId(), at }, "lost");
  const noted = await marker.change((found) => {
    if (found === undefined) return fresh;
    return found.loss === undefined && found.id !== before?.id ? withLoss(found, at) : found;
  });
  if (noted?.loss?.noticedAt === at) audit({ what: "emptied" });
  return noted;
}

const everyMs = 10_000;
/** After this time another replica may do the same, which is harmless. */
const takeUpMs = 60_000;
const askMs = 60_000;

/** Lets an admin decide that Galley goes on without the lost records. @throws NotRecorded */
export async function goOnWithout(
  { people, records, audit }: Pick<Ports, "people" | "records" | "audit">,
  by: string,
): Promise<GoOnOutcome | { readonly status: "not-allowed" }> {
  try {
    const [person, roles] = await Promise.all([people.find(by), people.roles()]);
    if (!maySeeBalance(person, roles)) return { status: "not-allowed" };
    const outcome = await records.goOn(by);
    if (outcome.status === "gone-on") audit({ what: "went-on", by });
    return outcome;
  } catch (cause) {
    throw new NotRecorded({ cause });
  }
}
