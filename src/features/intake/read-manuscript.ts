import { approvalSeen } from "#domain/approval/reminding.ts";
import { textNamesKey } from "#domain/claim.ts";
import type { AppContext } from "#domain/context.ts";
import { EncodingUnclearError, ManuscriptError } from "#domain/errors.ts";
import { withInquiries } from "#domain/estimate/inquiries.ts";
import type { Reading } from "#domain/manuscript.ts";
import { addNotice } from "#domain/notices.ts";
import { withFittingBalance } from "#domain/offer.ts";
import { hasSpent, manuscriptOf, type Quote } from "#domain/quote.ts";
import { glossaryChars, inquiryChars } from "#domain/settings/setup.ts";
import { canSubmit } from "#features/shared/rights.ts";

/**
 * Reads the posted file once, as a stream, for its format, length and hashes. An unusable file is
 * refused before anything is sent anywhere.
 *
 * @throws the fault that keeps Slack from serving the file for now.
 */
export async function readManuscript(ctx: AppContext, quote: Quote): Promise<Quote> {
  const { reading: then } = quote;
  if (then.status !== "due") return quote;
  const settings = await ctx.settings.read(quote.place.workspace);
  const approval = approvalSeen(settings, quote);
  const { chosen, isMarked = settings.policy.emphasis !== "lost" } = then;
  const { reading, language } = await read(ctx, quote, { chosen, isMarked });
  return ctx.quoteStore.change(quote.id, (before) => {
    const { reading: now } = before;
    // A person chose another reading meanwhile.
    if (now.status !== "due" || now.chosen?.encoding !== chosen?.encoding) return before;
    if (now.isMarked !== then.isMarked) return before;
    const after = withFittingBalance({ ...before, reading, approval });
    if (reading.status === "doubtful") return after;
    if (reading.status === "read") return withInquiries({ ...after, language });
    return before.request.batch?.repeats === true ? after : addNotice(after, { kind: "refused" });
  });
}

async function read(
  ctx: AppContext,
  quote: Quote,
  { chosen, isMarked }: Pick<Extract<Reading, { status: "due" }>, "chosen" | "isMarked">,
): Promise<{ readonly reading: Reading; readonly language?: string | undefined }> {
  const { file, expiresAt } = quote;
  ctx.thread.expectCard(quote);
  try {
    const { manuscript, names, language } = await ctx.manuscripts.read(file.id, {
      openings: [inquiryChars],
      sample: glossaryChars(ctx.setup),
      preview: quote.request.previewChars ?? ctx.setup.previewChars,
      encoding: chosen?.encoding,
      isMarked,
      permitted: checkRequester(ctx, quote),
    });
    // Stored before the record names the text: approvals claim the text by these names.
    await ctx.texts.change(textNamesKey(manuscript), () => names);
    return { reading: { status: "read", manuscript, chosen }, language };
  } catch (error) {
    if (error instanceof EncodingUnclearError) {
      return { reading: { status: "doubtful", candidates: error.candidates } };
    }
    if (!(error instanceof ManuscriptError)) throw error;
    // Slack may serve the file at the next try, but only until the quote expires. A new one may
    // still be on its way.
    const isNew = ctx.now() - quote.request.at < onItsWayMs;
    const mayCome = error.reason === "interrupted" || (error.mayCome && isNew);
    if (mayCome && ctx.now() < expiresAt) throw error;
    const { reason, part } = error;
    return { reading: { status: "refused", reason, part } };
  }
}

/** @throws ManuscriptError "not-allowed" */
async function checkRequester(ctx: AppContext, { request }: Quote): Promise<void> {
  if (!(await canSubmit(ctx, request.by))) throw new ManuscriptError("not-allowed");
}

/** Slack scans large uploads before it serves them. */
const onItsWayMs = 180_000;

/** `ending` is empty when the beginning is all there is. */
export type TextSeen = { readonly beginning: string; readonly ending: string };

/**
 * Reads the beginning and the end of the text that would be sent, again for each click; undefined if
 * the file cannot be read.
 */
export async function lookAtText(
  { manuscripts }: AppContext,
  quote: Quote,
): Promise<TextSeen | undefined> {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return { beginning: "", ending: "" };
  const source = { fileId: quote.file.id, manuscript, slice: undefined };
  try {
    return await endsOf(manuscripts.open(source, new AbortController().signal));
  } catch (error) {
    if (error instanceof ManuscriptError) return undefined;
    throw error;
  }
}

/** UTF-16 units: enough to judge the text, while Slack's window stays short. */
const beginningUnits = 6000;
const endingUnits = 1500;

async function endsOf(text: AsyncIterable<Uint8Array>): Promise<TextSeen> {
  const decoder = new TextDecoder();
  let beginning = "";
  let rest = "";
  for await (const piece of text) {
    const part = decoder.decode(piece, { stream: true });
    const room = Math.max(0, beginningUnits - beginning.length);
    beginning += part.slice(0, room);
    rest = (rest + part.slice(room)).slice(-endingUnits);
  }
  return { beginning, ending: rest };
}

/** Withdraws the offers of a deleted file. Approved runs report the loss by themselves. */
export async function dropDeleted(
  { workspace, quoteStore, wake }: AppContext,
  fileId: string,
): Promise<void> {
  const page = { offset: 0, limit: cardsOfFile };
  for (const { id } of await quoteStore.list("file", `${workspace}/${fileId}`, page)) {
    await quoteStore.change(id, dropped);
    wake(id);
  }
}

function dropped(quote: Quote): Quote {
  const isOpen = quote.decision.status === "open" && quote.reading.status !== "refused";
  if (!isOpen || hasSpent(quote)) return quote;
  const refusal: Quote = { ...quote, reading: { status: "refused", reason: "gone" } };
  return quote.request.batch?.repeats === true ? refusal : addNotice(refusal, { kind: "refused" });
}

/** A file has one for each language and conversation: never this many. */
const cardsOfFile = 200;
