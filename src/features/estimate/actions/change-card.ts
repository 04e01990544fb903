import { ManuscriptFault, NotRecorded } from "../../../core/faults.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, changeTask, findTask, manuscriptOf } from "../../../core/quote.ts";
import type { Rejection } from "../../../core/task.ts";
import {
  type Click,
  type DecideDeps,
  type Refusal,
  shapeOn,
} from "../../approval/actions/decide.ts";
import { peopleToNotify } from "../../approval/actions/remind.ts";
import {
  type NoteOutcome,
  type TargetOutcome,
  chooseTarget,
  noteRequest,
} from "../../approval/rules/decisions.ts";
import { settleTask } from "../../translation/rules/settling.ts";
import {
  type Chosen,
  type PartOutcome,
  type ReopenOutcome,
  choosePart,
  reopen,
} from "../rules/card-changes.ts";

/** Requotes the card for another language while nothing is approved. */
export async function chooseLanguage(
  ports: DecideDeps & Pick<Ports, "rules">,
  click: Click & { readonly target: string },
): Promise<TargetOutcome | Refusal> {
  return shapeOn<TargetOutcome>(ports, click, (quote) =>
    chooseTarget(quote, { target: click.target, rules: ports.rules }),
  );
}

/** Sets the requester's note to the approvers; undefined removes it. */
export async function addNote(
  ports: DecideDeps,
  click: Click & { readonly note: string | undefined },
): Promise<NoteOutcome | Refusal> {
  return shapeOn<NoteOutcome>(ports, click, (quote) => noteRequest(quote, click.note));
}

/** Narrows the card to some chapters. Approves nothing. */
export async function chooseChapters(
  ports: DecideDeps,
  click: Click & Chosen,
): Promise<PartOutcome | Refusal> {
  return shapeOn<PartOutcome>(ports, click, (quote) => choosePart(quote, click));
}

/** Reopens the card of an expired quote. Approves nothing. */
export async function askAgain(
  ports: DecideDeps & Pick<Ports, "now" | "rules" | "settings">,
  click: Click,
): Promise<ReopenOutcome | Refusal> {
  const { rules, now } = ports;
  const settings = await ports.settings.read(ports.workspace).catch((error: unknown) => {
    throw new NotRecorded({ cause: error });
  });
  const notified = await peopleToNotify(ports, settings, click.person);
  return await shapeOn<ReopenOutcome>(ports, click, (quote) =>
    reopen(quote, { by: click.person, at: now(), rules, settings, notified }),
  );
}

type Deps = Pick<Ports, "ledger" | "manuscripts" | "now">;

/**
 * Measures length and hash of the approved slice in one more pass over the file: nothing is sent before
 * they are known. Rejects the run when the text has changed since the estimate, or the file is gone.
 *
 * @throws the fault that keeps Slack from serving the file for now.
 */
export async function measureSlice(ports: Deps, quote: Quote, key: string): Promise<Quote> {
  const slice = findTask(quote, key)?.slice;
  const manuscript = manuscriptOf(quote);
  if (slice === undefined || manuscript === undefined) return quote;
  const source = { fileId: quote.file.id, manuscript, slice };
  try {
    const { textSha256, ...measured } = await ports.manuscripts.measure(source);
    if (textSha256 !== manuscript.textSha256) return await stop(ports, quote, key, "text-changed");
    return await ports.ledger.change(quote.id, (before) =>
      changeTask(before, key, (task) => ({ ...task, measured })),
    );
  } catch (error) {
    const isLost = error instanceof ManuscriptFault && error.reason !== "interrupted";
    if (!isLost) throw error;
    return await stop(ports, quote, key, "file-gone");
  }
}

function stop({ ledger, now }: Deps, quote: Quote, key: string, reason: Rejection): Promise<Quote> {
  const at = now();
  return ledger.change(quote.id, (before) =>
    settleTask(before, key, (task) => ({ ...task, state: { status: "rejected", at, reason } })),
  );
}
