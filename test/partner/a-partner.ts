import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import type { CreateTask, SourceText } from "#domain/partner.ts";
import { createPartner, type PartnerDeps } from "#partner/client.ts";

import { serve } from "./serve.ts";

export const apiKey = "gk_live_very-secret";

type Listener = (request: IncomingMessage, reply: ServerResponse) => unknown;

/** Starts a partner that answers with `listener`, and returns a client for it. */
export async function aPartner(listener: Listener, deps: Partial<PartnerDeps> = {}) {
  const service = await serve((request, reply) => void listener(request, reply));
  const baseUrl = `${service.origin}/api/b2b/v1`;
  return {
    partner: createPartner({ baseUrl, apiKey, now: () => 0, ...deps }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Returns a listener that gives every request the same answer. */
export function answer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Listener {
  return (request, reply) => {
    request.resume().on("end", () => {
      reply.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
    });
  };
}

export function envelope(fields: Record<string, unknown>): unknown {
  return { success: true, data: fields };
}

export function aTask(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { task_id: "task-1", status: "pending", action: "translation", ...fields };
}

export function aCreate(create: Partial<CreateTask> = {}): CreateTask {
  return {
    key: "6f1c2a34-0000-4000-8000-000000000001",
    action: "translation",
    targetLang: "en",
    estimatedChars: 9,
    text: aText("It rained."),
    beforeLastBytes: async () => undefined,
    ...create,
  };
}

export function aText(content: string, pieces: readonly string[] = [content]): SourceText {
  const bytes = Buffer.from(content);
  return {
    bytes: bytes.length,
    sha256: sha256(bytes),
    open: async function* open() {
      yield* pieces.map((piece) => Buffer.from(piece));
    },
  };
}

/** Returns the received part of a request's body, and whether it arrived whole. */
export async function arrivedOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      chunks.push(chunk);
    }
  } catch {
    return { whole: false, body: Buffer.concat(chunks) };
  }
  return { whole: request.complete, body: Buffer.concat(chunks) };
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
