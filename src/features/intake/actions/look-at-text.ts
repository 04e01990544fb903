import { ManuscriptFault, type ManuscriptFaultReason } from "../../../core/faults.ts";
import type { Desk } from "../../../core/ports.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Click, type Refusal, findQuote } from "../../approval/actions/decide.ts";
import { rolesIn } from "../../approval/actions/roles-in.ts";
import { mayShape } from "../../approval/rules/rights.ts";

export type TextLook =
  | Refusal
  | { readonly status: "unreadable"; readonly reason: ManuscriptFaultReason }
  | {
      readonly status: "seen";
      readonly quote: Quote;
      readonly beginning: string;
      /** Empty when the beginning is all there is. */
      readonly ending: string;
    };

/** What would be sent, read anew for the one who clicked: how it begins and how it ends. */
export async function lookAtText(
  desk: Pick<Desk, "ledger" | "people" | "settings" | "manuscripts" | "now">,
  click: Click,
): Promise<TextLook> {
  const quote = await findQuote(desk, click);
  const manuscript = quote && manuscriptOf(quote);
  if (quote === undefined || manuscript === undefined) return { status: "unknown-card" };
  const [person, roles] = await Promise.all([
    desk.people.find(click.person),
    rolesIn(desk, click.workspace),
  ]);
  if (person.workspace !== click.workspace || !mayShape(person, quote.requester, roles)) {
    return { status: "not-allowed", quote };
  }
  const source = { fileId: quote.file.id, manuscript, slice: undefined };
  try {
    const text = desk.manuscripts.open(source, new AbortController().signal);
    return { status: "seen", quote, ...(await endsOf(text)) };
  } catch (error) {
    if (error instanceof ManuscriptFault) return { status: "unreadable", reason: error.reason };
    throw error;
  }
}

/** UTF-16 units: what a window of Slack shows without becoming endless. */
const beginningUnits = 6000;
const endingUnits = 1500;

async function endsOf(text: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder();
  let beginning = "";
  let rest = "";
  for await (const piece of text) {
    const read = decoder.decode(piece, { stream: true });
    const room = Math.max(0, beginningUnits - beginning.length);
    beginning += read.slice(0, room);
    rest = (rest + read.slice(room)).slice(-endingUnits);
  }
  return { beginning, ending: rest };
}
