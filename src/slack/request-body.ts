import type { IncomingMessage } from "node:http";

/** The raw body, or undefined when it is larger than anything Slack sends. */
export function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      // What follows is read all the same, and thrown away.
      if (length > maxBytes) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on("end", () => {
      const [only] = chunks;
      // Nearly every delivery comes in one piece, which need not be copied.
      resolve(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, length));
    });
    request.on("error", reject);
  });
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
