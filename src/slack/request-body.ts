import type { IncomingMessage } from "node:http";

/** The raw body, or undefined when it is larger than anything Slack sends. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return undefined;
    length += chunk.length;
    if (length > maxBytes) {
      request.resume();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Events come as JSON, commands as form fields, interactions as JSON in the field `payload`. */
export function readDelivery(
  body: Buffer,
  contentType: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const text = body.toString("utf8");
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return readJson(text);
  if (type !== "application/x-www-form-urlencoded") return undefined;
  const fields = new URLSearchParams(text);
  const payload = fields.get("payload");
  return payload === null ? Object.fromEntries(fields) : readJson(payload);
}

function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const maxBytes = 4 * 1024 * 1024;
