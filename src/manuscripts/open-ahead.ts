import { isDeepStrictEqual } from "node:util";

import type { TextSource } from "#domain/context.ts";

type OpenText = (source: TextSource, signal: AbortSignal) => AsyncGenerator<Uint8Array, void>;

/**
 * Opens texts; at most one of them ahead of time, up to its first bytes. One that nobody wants soon
 * is closed again.
 */
export function createOpening(openNow: OpenText) {
  type Ahead = { readonly source: TextSource; readonly stop: AbortController } & {
    readonly text: ReturnType<OpenText>;
    readonly first: Promise<IteratorResult<Uint8Array, void>>;
    readonly timer: NodeJS.Timeout;
  };
  let ahead: Ahead | undefined;
  const take = (): Ahead | undefined => {
    const previous = ahead;
    ahead = undefined;
    clearTimeout(previous?.timer);
    return previous;
  };
  const drop = (dropped: Ahead | undefined): void => {
    dropped?.stop.abort();
    dropped?.text.return().catch(() => undefined);
  };
  const expect = (source: TextSource): void => {
    drop(take());
    const stop = new AbortController();
    const text = openNow(source, stop.signal);
    const first = text.next();
    // Whoever takes it gets the error.
    first.catch(() => undefined);
    const timer = setTimeout(() => drop(take()), aheadMs).unref();
    ahead = { source, stop, text, first, timer };
  };
  const open = async function* open(
    source: TextSource,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    if (ahead === undefined || !isDeepStrictEqual(ahead.source, source)) {
      yield* openNow(source, signal);
      return;
    }
    const early = take();
    const abort = () => early?.stop.abort(signal.reason);
    signal.addEventListener("abort", abort);
    try {
      if (signal.aborted) abort();
      const first = await early?.first;
      if (early === undefined || first === undefined || first.done === true) return;
      yield first.value;
      yield* early.text;
    } finally {
      signal.removeEventListener("abort", abort);
      drop(early);
    }
  };
  return { expect, open };
}

/** Longer than an update of a card takes. */
const aheadMs = 10_000;
