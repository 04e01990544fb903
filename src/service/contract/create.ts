import { createHash, randomUUID } from "node:crypto";

import { z } from "zod";

import { SlowBodyError } from "#http/steady-body.ts";
import { faultLine } from "#lib/fault-line.ts";
import type { Create } from "#service/records/records.ts";
import type { Visit, ServiceContext } from "#service/service-context.ts";

import { type Form, NoRoomError, readForm, type Upload } from "./form.ts";
import { done, refused, type Reply } from "./send.ts";
import { actions, isInquiry, strategies, taskView, type Task } from "./task.ts";
import { detectLanguage, parsedJson } from "./text.ts";

/** POST /tasks: idempotency, reservation, commit (Contract, POST /tasks rules 1 to 9). */
export async function createTask(ctx: ServiceContext, visit: Visit): Promise<Reply> {
  const { records, work, now } = ctx;
  const form = await readForm(visit.request, ctx, visit.account).catch((cause: unknown) => {
    if (cause instanceof NoRoomError || cause instanceof SlowBodyError) return cause;
    throw cause;
  });
  if (form instanceof NoRoomError) return refused(503, form.message, "10");
  if (form instanceof SlowBodyError) return refused(408, form.message);
  const order = readOrder(form);
  /** Writes the outcome of a request that makes no task, and discards its text. */
  const refuse = async (outcome: Create["outcome"], taskId?: string): Promise<void> => {
    await records.texts.forget(form.taskId);
    const { account, idempotencyKey } = visit;
    const action = form.fields.get("action");
    await records.creates.add({ at: now(), account, idempotencyKey, outcome, action, taskId });
  };
  if (typeof order === "string") {
    await records.texts.forget(form.taskId);
    return refused(400, order);
  }
  // Not in the contract: languages that an engine lacks. Nothing is reserved for them.
  const reason = isInquiry(order.action) ? undefined : ctx.engine.refuses?.(pairOf(order));
  if (reason !== undefined) {
    await records.texts.forget(form.taskId);
    return refused(400, reason);
  }
  const hostNote = await visit.beforeCommit?.(order.action);
  const task = taskFor(ctx, visit, order, hostNote);
  const placed = await records.tasks.place(task, ctx.mostPending);
  if (placed === "created") return done(taskView(await work.begin(task)));
  // Not in the contract: how much a key may have pending. A task ends in a minute or in hours.
  if (placed === "crowded") {
    await records.texts.forget(form.taskId);
    return refused(429, "Too much work is pending: wait until tasks have ended.", "60");
  }
  if (placed === "unpaid") {
    await refuse("unpaid");
    return refused(402, `The balance does not cover ${task.reserved} credits.`);
  }
  // Contract, POST /tasks rule 8.
  const isSame = placed.fingerprint === task.fingerprint;
  await refuse(isSame ? "replayed" : "conflict", placed.id);
  return isSame
    ? done(taskView(await work.look(placed)))
    : refused(409, "This Idempotency-Key was used for a different request.");
}

function pairOf({ upload, target_lang: target }: Order) {
  return { source: detectLanguage(upload.opening), target };
}

// Not in the contract: how much a preview without char_limit takes.
const sampleCharacters = 2_000;

function taskFor({ isFree, now }: ServiceContext, visit: Visit, order: Order, note: unknown): Task {
  const { action, char_limit: limit, sourceCharacters, upload } = order;
  // Contract, POST /tasks rules 1 to 3: the whole source, or the opening that char_limit names.
  const whole = action === "preview_translation" ? sampleCharacters : sourceCharacters;
  const characters = Math.min(limit ?? whole, sourceCharacters);
  // Nobody is charged more than was reserved: the text has been counted.
  const announced =
    limit === undefined ? Math.max(order.estimated_chars ?? 0, characters) : characters;
  // Rule 6: extraction is skipped, so no source character is processed.
  const readsNothing = action === "glossary_extraction" && order.glossary_strategy === "replace";
  // Contract, Billing unit: 1 credit a source character processed.
  const price = readsNothing || isFree(action, characters) ? 0 : characters;
  return {
    id: order.taskId,
    account: visit.account,
    keyPrefix: visit.key?.prefix ?? "",
    idempotencyKey: visit.idempotencyKey,
    fingerprint: order.fingerprint,
    action,
    fileName: upload.fileName,
    targetLang: order.target_lang,
    strategy: order.glossary_strategy,
    glossary: order.glossary,
    sourceCharacters,
    characters,
    announced,
    price,
    reserved: price === 0 ? 0 : announced,
    language: detectLanguage(upload.opening),
    createdAt: now(),
    linkSecret: randomUUID(),
    note,
    status: "pending",
    charged: 0,
  };
}

const count = z.string().regex(/^0*[1-9]\d{0,14}$/, "must be a positive integer");

/** A schema's complaint about one term takes a kilobyte: longer lists do not reach it. */
const mostTerms = 20_000;

const glossary = z
  .string()
  .transform(parsedJson)
  .pipe(
    z.custom<object>(
      (terms) => terms instanceof Object && !Array.isArray(terms),
      "must be a JSON object",
    ),
  )
  .refine((terms) => Object.keys(terms).length <= mostTerms, `must hold ${mostTerms} terms at most`)
  .transform((terms) => Object.entries(terms))
  .pipe(z.array(z.tuple([z.string().min(1), z.string()])));

const fieldsSchema = z
  .object({
    action: z.enum(actions),
    // Not in the contract: the format of language codes. We take codes that look like BCP 47 tags.
    target_lang: z.string().regex(/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/, "must be a code"),
    char_limit: count.transform(Number).optional(),
    estimated_chars: count.transform(Number).optional(),
    glossary: glossary.default([]),
    glossary_strategy: z.enum(strategies).default("merge"),
  })
  // Contract, POST /tasks rule 4. Not in the contract: how plain text is sent instead of a file.
  .refine(
    (fields) => fields.char_limit !== undefined || fields.estimated_chars !== undefined,
    "estimated_chars is required for a file without char_limit",
  );

/** Not in the contract: how far below its count a text may be announced. */
const leastHonest = 0.9;

/** A create request that obeys the rules of POST /tasks. */
type Order = z.infer<typeof fieldsSchema> & {
  readonly taskId: string;
  readonly upload: Upload;
  readonly sourceCharacters: number;
  /** The same logical request has the same fingerprint, however its multipart body was framed. */
  readonly fingerprint: string;
};

/**
 * Contract, Errors row 400: returns the order, or a text that names its invalid, missing or
 * malformed part.
 */
function readOrder({ taskId, upload, fields, complaint }: Form): Order | string {
  if (complaint !== undefined) return complaint;
  if (upload === undefined || upload.characters === 0) return "the source text is missing";
  // Not in the contract: the supported file types. We take UTF-8 text alone.
  if (upload.characters === undefined) return "the file is not UTF-8 text";
  const result = fieldsSchema.safeParse(Object.fromEntries(fields));
  if (!result.success) return faultLine(result.error);
  const { estimated_chars: announced, char_limit: limit } = result.data;
  if (
    limit === undefined &&
    announced !== undefined &&
    announced < upload.characters * leastHonest
  ) {
    return `estimated_chars says ${announced}, and the file has ${upload.characters} characters`;
  }
  // Not in the contract: when two requests are the same. We compare the fields and the file's
  // bytes, but not the file's name or the multipart framing.
  const sorted = [...fields].sort(([one], [other]) => (one < other ? -1 : 1));
  const compared = JSON.stringify([sorted, upload.sha256]);
  const fingerprint = createHash("sha256").update(compared).digest("hex");
  return { ...result.data, taskId, upload, sourceCharacters: upload.characters, fingerprint };
}
