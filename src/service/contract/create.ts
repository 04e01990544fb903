import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { z } from "zod";

import type { Create } from "#service/records/records.ts";
import type { Visit, ServiceContext } from "#service/service-context.ts";

import { done, refused, type Reply } from "./send.ts";
import { actions, strategies, taskView, type Task } from "./task.ts";
import { createCharacterCount, detectLanguage, parsedJson } from "./text.ts";

/** POST /tasks: idempotency, reservation, commit (Contract, POST /tasks rules 1 to 9). */
export async function createTask(ctx: ServiceContext, visit: Visit): Promise<Reply> {
  const { books, work, now } = ctx;
  const form = await readForm(visit.request, ctx);
  const order = readOrder(form);
  /** Writes the outcome of a request that makes no task, and discards its text. */
  const refuse = async (outcome: Create["outcome"], taskId?: string): Promise<void> => {
    await books.texts.forget(form.taskId);
    const { account, idempotencyKey } = visit;
    const action = form.fields.get("action");
    await books.creates.add({ at: now(), account, idempotencyKey, outcome, action, taskId });
  };
  if (typeof order === "string") {
    await refuse("malformed");
    return refused(400, order);
  }
  const hostNote = await visit.beforeCommit?.(order.action);
  const task = taskFor(ctx, visit, order, hostNote);
  const placed = await books.tasks.place(task);
  if (placed === "created") return done(taskView(await work.begin(task)));
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

// Not in the contract: how much a preview without char_limit takes.
const sampleCharacters = 2_000;

function taskFor({ isFree, now }: ServiceContext, visit: Visit, order: Order, note: unknown): Task {
  const { action, char_limit: limit, sourceCharacters, upload } = order;
  // Contract, POST /tasks rules 1 to 3: the whole source, or the opening that char_limit names.
  const whole = action === "preview_translation" ? sampleCharacters : sourceCharacters;
  const characters = Math.min(limit ?? whole, sourceCharacters);
  const announced = limit === undefined ? (order.estimated_chars ?? characters) : characters;
  // Rule 6: extraction is skipped, so no source character is processed.
  const readsNothing = action === "glossary_extraction" && order.glossary_strategy === "replace";
  // Contract, Billing unit: 1 credit a source character processed.
  const price = readsNothing || isFree(action) ? 0 : characters;
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

/** A source text that has been spooled; `characters` is undefined when it is not UTF-8. */
type Upload = {
  readonly fileName: string;
  readonly sha256: string;
  readonly characters: number | undefined;
  readonly opening: string;
};

type Form = {
  /** The id of the task that it becomes. */
  readonly taskId: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly upload: Upload | undefined;
  /** The reason why the form is unreadable, if it is. */
  readonly complaint: string | undefined;
};

const openingLength = 8_000;
const largestField = 8 << 20;

/**
 * Reads multipart form data, storing the text while it is counted and hashed; the caller discards
 * the text of a request that makes no task. Throws when the connection ends early; nothing is kept
 * then.
 */
export async function readForm(
  request: IncomingMessage,
  ctx: Pick<ServiceContext, "books" | "maxBytes" | "now">,
): Promise<Form> {
  const taskId = `task_${randomUUID()}`;
  const fields = new Map<string, string>();
  const complaints: string[] = [];
  const parser = openParser(request, ctx.maxBytes);
  if (parser === undefined) {
    request.resume();
    return { taskId, fields, upload: undefined, complaint: "the body is not multipart form data" };
  }
  let file: Readable | undefined;
  let storing: Promise<Upload | undefined> | undefined;
  parser.on("field", (name, value, nameTruncated, valueTruncated) => {
    if (fields.has(name)) complaints.push(`the field ${name} was sent twice`);
    if (nameTruncated || valueTruncated) complaints.push(`the field ${name} is too long`);
    fields.set(name, value);
  });
  parser.on("file", (name, stream, fileName) => {
    if (name !== fileField || file !== undefined) {
      complaints.push(`one file is expected, as ${fileField}`);
      stream.resume();
      return;
    }
    stream.once("limit", () => complaints.push("the file is too large"));
    // The store may begin to read only after the part has failed.
    file = stream.on("error", (cause) => stream.destroy(cause));
    storing = store(ctx, taskId, { source: stream, fileName }).catch((cause: unknown) => {
      // Nothing reads the part any more, so the parser would wait for ever.
      parser.destroy(cause instanceof Error ? cause : undefined);
      return undefined;
    });
  });
  try {
    await pipeline(request, parser);
    return { taskId, fields, upload: await storing, complaint: complaints[0] };
  } catch (cause) {
    file?.destroy();
    await storing;
    await ctx.books.texts.forget(taskId);
    // The parser's complaints are plain errors; those of the system and of the store are not.
    const isOurs = cause instanceof Error && ("code" in cause || cause.constructor !== Error);
    if (!request.complete || isOurs) throw new Error("the body ended early", { cause });
    return { taskId, fields, upload: undefined, complaint: "the form data has no end" };
  }
}

function openParser(request: IncomingMessage, fileSize: number): BusboyInstance | undefined {
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) return undefined;
  try {
    const limits = { fieldSize: largestField, fields: 50, files: 5, fileSize };
    return new Busboy({ headers: { ...request.headers, "content-type": type }, limits });
  } catch {
    return undefined;
  }
}

// Not in the contract: the name of the part that carries the file.
const fileField = "file";

async function store(
  { books: { texts }, now }: Pick<ServiceContext, "books" | "now">,
  taskId: string,
  { source, fileName }: { readonly source: Readable; readonly fileName: string },
): Promise<Upload> {
  const hash = createHash("sha256");
  const count = createCharacterCount(openingLength);
  const measured = async function* (): AsyncGenerator<string> {
    const chunks: AsyncIterable<Uint8Array> = source;
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield count.add(chunk);
    }
  };
  await texts.begin(taskId, now());
  await texts.write(taskId, "source", measured());
  const { characters, opening = "" } = count.end() ?? {};
  return { fileName, sha256: hash.digest("hex"), characters, opening };
}

const count = z.string().regex(/^0*[1-9]\d{0,14}$/, "must be a positive integer");

const glossary = z
  .string()
  .transform(parsedJson)
  .pipe(
    z.custom<object>(
      (terms) => terms instanceof Object && !Array.isArray(terms),
      "must be a JSON object",
    ),
  )
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
  const read = fieldsSchema.safeParse(Object.fromEntries(fields));
  if (!read.success) return z.prettifyError(read.error);
  // Not in the contract: when two requests are the same. We compare the fields and the file's
  // bytes, but not the file's name or the multipart framing.
  const sorted = [...fields].sort(([one], [other]) => (one < other ? -1 : 1));
  const compared = JSON.stringify([sorted, upload.sha256]);
  const fingerprint = createHash("sha256").update(compared).digest("hex");
  return { ...read.data, taskId, upload, sourceCharacters: upload.characters, fingerprint };
}
