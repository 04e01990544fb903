import { ManuscriptError } from "#domain/errors.ts";
import type { SlackFile } from "#domain/manuscript.ts";
import { Agent, keptMs, request } from "#lib/http.ts";

type DownloadDeps = {
  /** The bot token, sent only to addresses that `mayHaveToken` allows. */
  readonly token: string;
  readonly mayHaveToken: (url: URL) => boolean;
  readonly maxBytes: number;
  /** Longest silence before or between bytes, in ms. */
  readonly idleTimeoutMs?: number;
};

export type Download = (file: SlackFile, signal?: AbortSignal) => AsyncIterable<Uint8Array>;

/**
 * Streams files from Slack, with exactly the bytes that Slack stated. It follows a few redirects, but only
 * to hosts that may have the token: on Enterprise Grid Slack serves files so.
 *
 * Throws ManuscriptError while streaming: "not-at-slack", "too-large", "gone", "no-access", or
 * "interrupted" when Slack's answer is unclear or incomplete, so that a later try may succeed.
 */
export function createDownload(deps: DownloadDeps): Download {
  const { idleTimeoutMs = 30_000 } = deps;
  const dispatcher = new Agent({
    allowH2: false,
    connections: 8,
    keepAliveTimeout: keptMs,
    connect: { timeout: 5_000 },
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
  return async function* download(file, signal) {
    if (file.size > deps.maxBytes) throw new ManuscriptError("too-large");
    const url = addressOf(file, deps.mayHaveToken);
    let body: DownloadResponse["body"] | undefined;
    let isTyped = false;
    try {
      let next = url;
      for (let hops = 0; ; hops += 1) {
        const reply = await request(next, {
          dispatcher,
          headers: { authorization: `Bearer ${deps.token}`, "accept-encoding": "identity" },
          signal: signal ?? null,
        });
        ({ body } = reply);
        const onward = nextHop(reply, next, deps.mayHaveToken);
        if (onward === undefined || hops === mostHops) {
          refuseByHead(reply, file);
          isTyped = reply.headers["content-type"] !== undefined || isNamedPage(file);
          break;
        }
        body.on("error", () => undefined).destroy();
        next = onward;
      }
      let isFirst = true;
      let missing = file.size;
      const chunks: AsyncIterable<Uint8Array> = body;
      for await (const chunk of chunks) {
        if (isFirst && !isTyped && isPage(chunk)) throw new ManuscriptError("no-access");
        isFirst = false;
        missing -= chunk.length;
        if (missing < 0) throw new Error("more bytes than stated");
        yield chunk;
        signal?.throwIfAborted();
      }
      if (missing > 0) throw new Error("fewer bytes than stated");
    } catch (cause) {
      signal?.throwIfAborted();
      throw cause instanceof ManuscriptError
        ? cause
        : new ManuscriptError("interrupted", { cause });
    } finally {
      // The reader has the error already; without a listener it would end the process.
      body?.on("error", () => undefined).destroy();
    }
  };
}

function addressOf(file: SlackFile, mayHaveToken: (url: URL) => boolean): URL {
  const url = URL.parse(file.url);
  if (url === null || url.username !== "" || url.password !== "" || !mayHaveToken(url)) {
    throw new ManuscriptError("not-at-slack");
  }
  return url;
}

type DownloadResponse = Awaited<ReturnType<typeof request>>;

const mostHops = 3;

function nextHop(
  { statusCode, headers }: DownloadResponse,
  from: URL,
  mayHaveToken: (url: URL) => boolean,
): URL | undefined {
  const location = headers["location"];
  if (statusCode < 300 || statusCode >= 400 || typeof location !== "string") return undefined;
  const url = URL.parse(location, from.href);
  return url?.username === "" && url.password === "" && mayHaveToken(url) ? url : undefined;
}

/** For an answer without a content type: behind some proxies a login page has none. */
function isPage(start: Uint8Array): boolean {
  const head = Buffer.from(start.subarray(0, 200)).toString("latin1");
  return /^[^\w<]*<(?:!doctype html|html)[\s>]/iu.test(head);
}

function isNamedPage({ name }: SlackFile): boolean {
  return /\.x?html?$/iu.test(name);
}

function refuseByHead({ statusCode: status, headers }: DownloadResponse, file: SlackFile): void {
  if (status === 404 || status === 410) throw new ManuscriptError("gone");
  // Without access Slack redirects to its login page, or serves that page as if it were the file.
  const isHtml = String(headers["content-type"]).toLowerCase().startsWith("text/html");
  const isLogin = status === 200 && isHtml && !isNamedPage(file);
  const isRedirect = status >= 300 && status < 400;
  if (isLogin || isRedirect || status === 401 || status === 403) {
    throw new ManuscriptError("no-access");
  }
  // This includes pages of HTML: they say what is wrong with the host, nothing about the file.
  if (status !== 200) throw new Error(`status ${status}`);
}
