import { glossaryChars, languageSampleChars } from "../../../core/desk-rules.ts";
import { EncodingDoubt, ManuscriptFault, SlackRefused } from "../../../core/faults.ts";
import { addNotice } from "../../../core/notices.ts";
import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import type { ChosenEncoding, Reading } from "../../../core/reading.ts";
import { chosenIn } from "../../../core/slice.ts";
import { policySeen } from "../../approval/rules/policy.ts";
import { reminderAt } from "../../approval/rules/reminding.ts";
import { withInquiries } from "../../estimate/rules/inquiries.ts";

/**
 * Reads the posted file once, as a stream: what it is, how long, and its hashes. A file that cannot be
 * taken is refused before anything is sent anywhere.
 *
 * @throws what keeps Slack from handing the file out for now.
 */
export async function readManuscript(
  desk: Pick<Desk, "manuscripts" | "ledger" | "rules" | "people" | "now" | "settings" | "texts">,
  quote: Quote,
): Promise<Quote> {
  const { reading: then } = quote;
  if (then.status !== "due") return quote;
  const { chosen } = then;
  const reading = await read(desk, quote, chosen);
  const settings = await desk.settings.read(quote.place.workspace);
  const policy = policySeen(settings);
  const remindAt = reminderAt(settings.policy, quote);
  return desk.ledger.change(quote.id, (before) => {
    const { reading: now } = before;
    // Somebody said meanwhile that it is to be read otherwise.
    if (now.status !== "due" || now.chosen?.encoding !== chosen?.encoding) return before;
    const after = { ...before, reading, policy, remindAt };
    if (reading.status === "doubtful") return after;
    if (reading.status === "read") {
      return withInquiries({ ...after, part: chosenIn(reading.manuscript, before.part) });
    }
    return before.bundle?.repeats === true ? after : addNotice(after, { kind: "refused" });
  });
}

async function read(
  desk: Pick<Desk, "manuscripts" | "rules" | "people" | "now" | "texts">,
  quote: Quote,
  chosen: ChosenEncoding | undefined,
): Promise<Reading> {
  const { file, expiresAt } = quote;
  if (!(await mayHandIn(desk, quote))) return { status: "refused", reason: "not-allowed" };
  const { previewChars } = desk.rules;
  try {
    const { manuscript, names } = await desk.manuscripts.read(file.id, {
      openings: [languageSampleChars, glossaryChars({ previewChars })],
      preview: quote.previewChars ?? previewChars,
      encoding: chosen?.encoding,
    });
    // Kept before the record knows of the text: whatever is approved of it is claimed by these names.
    await desk.texts.keep(manuscript.textSha256, names);
    return { status: "read", manuscript, chosen };
  } catch (error) {
    if (error instanceof EncodingDoubt) {
      return { status: "doubtful", candidates: error.candidates };
    }
    const isFault = error instanceof ManuscriptFault;
    // Slack may hand it out at the next try, but nobody waits for that longer than a quote stands.
    if (isFault && (error.reason !== "interrupted" || desk.now() >= expiresAt)) {
      return { status: "refused", reason: error.reason };
    }
    throw error;
  }
}

/** Somebody whom Slack does not know (any more) is nobody of this workspace. */
export async function mayHandIn(
  { people }: Pick<Desk, "people">,
  { requester, place }: Quote,
): Promise<boolean> {
  try {
    const person = await people.find(requester);
    return person.isMember && person.workspace === place.workspace;
  } catch (error) {
    if (error instanceof SlackRefused && nobody.has(error.code)) return false;
    throw error;
  }
}

const nobody = new Set(["user_not_found", "user_not_visible", "users_not_found"]);
