import { ManuscriptFault } from "../core/faults.ts";
import type { SlackFile } from "../core/manuscript.ts";
import { Agent, request } from "../http.ts";

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
 * Streams files from Slack, with exactly the bytes that Slack stated, without following redirects.
 *
 * Throws ManuscriptFault while streaming: "not-at-slack", "too-large", "gone", "no-access", or
 * "interrupted" when Slack's answer is unclear or incomplete, so that a later try may succeed.
 */
export function createDownload(deps: DownloadDeps): Download {
  const { idleTimeoutMs = 30_000 } = deps;
  const dispatcher = new Agent({
    allowH2: false,
    connections: 8,
    connect: { timeout: 5_000 },
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
  return async function* download(file, signal) {
    if (file.size > deps.maxBytes) throw new ManuscriptFault("too-large");
    const url = addressOf(file, deps.mayHaveToken);
    const reply = await interruptible(signal, () =>
      request(url, {
        dispatcher,
        headers: { authorization: `Bearer ${deps.token}`, "accept-encoding": "identity" },
        signal: signal ?? null,
      }),
    );
    try {
      refuseByHead(reply, file);
      yield* exactly(file.size, reply.body, signal);
    } finally {
      // The reader has the error already; without a listener it would end the process.
      reply.body.on("error", () => undefined).destroy();
    }
  };
}

function addressOf(file: SlackFile, mayHaveToken: (url: URL) => boolean): URL {
  const url = URL.parse(file.url);
  if (url === null || url.username !== "" || url.password !== "" || !mayHaveToken(url)) {
    throw new ManuscriptFault("not-at-slack");
  }
  return url;
}

type Reply = Awaited<ReturnType<typeof request>>;

function refuseByHead({ statusCode: status, headers }: Reply, file: SlackFile): void {
  if (status === 404 || status === 410) throw new ManuscriptFault("gone");
  // Without access Slack redirects to its login page, or serves that page as if it were the file.
  const isPage = String(headers["content-type"]).toLowerCase().startsWith("text/html");
  const isLogin = status === 200 && isPage && !/\.html?$/iu.test(file.name);
  const isRedirect = status >= 300 && status < 400;
  if (isLogin || isRedirect || status === 401 || status === 403) {
    throw new ManuscriptFault("no-access");
  }
  // This includes pages of HTML: they say what is wrong with the host, nothing about the file.
  if (status !== 200) throw interrupted(`status ${status}`);
}

async function* exactly(
  size: number,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let missing = size;
  for (;;) {
    const next = await interruptible(signal, () => chunks.next());
    if (next.done === true) break;
    missing -= next.value.length;
    if (missing < 0) throw interrupted("more bytes than stated");
    yield next.value;
  }
  if (missing > 0) throw interrupted("fewer bytes than stated");
}

function interrupted(why: string): ManuscriptFault {
  return new ManuscriptFault("interrupted", { cause: new Error(why) });
}

async function interruptible<T>(
  signal: AbortSignal | undefined,
  step: () => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await step();
  } catch (error) {
    signal?.throwIfAborted();
    throw new ManuscriptFault("interrupted", { cause: error });
  }
}
