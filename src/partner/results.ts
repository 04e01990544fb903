import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import type { LookupFunction } from "node:net";

import { NotFound, PartnerFault, Unavailable, UnexpectedReply } from "../core/faults.ts";
import { Agent, request } from "../http.ts";
import { isPrivate } from "./links.ts";

type ResultDeps = {
  /** Whether the partner is itself at a private address decides whether its results may be. */
  readonly baseUrl: string;
  /** Longest silence before or between bytes, ms. */
  readonly idleTimeoutMs?: number;
};

export type OpenResult = (url: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/**
 * Streams a finished text from a download link that was checked by `safeLink`: without our key, without
 * following redirects, and from no private address that its host's name may lead to.
 *
 * Throws a PartnerFault while streaming, which does not quote the link; NotFound for a link that is over.
 */
export function createResults({ baseUrl, idleTimeoutMs = 30_000 }: ResultDeps): OpenResult {
  const isAtHome = isPrivate(new URL(baseUrl).hostname);
  const dispatcher = new Agent({
    allowH2: false,
    connections: 4,
    connect: { timeout: 5_000, ...(!isAtHome && { lookup: onlyPublic(lookup) }) },
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
  return async function* open(url, signal) {
    try {
      const headers = { "accept-encoding": "identity" };
      const { statusCode, body } = await request(url, { dispatcher, headers, signal });
      try {
        refuse(statusCode);
        const chunks: AsyncIterable<Uint8Array> = body;
        yield* chunks;
      } finally {
        // Whoever reads has been told already; without a listener this would end the process.
        body.on("error", () => undefined).destroy();
      }
    } catch (error) {
      if (error instanceof PartnerFault) throw error;
      // The cause may quote the link.
      throw new Unavailable("a result could not be fetched");
    }
  };
}

function refuse(status: number): void {
  // Not in the contract: how a link that is over answers.
  if ([401, 403, 404, 410].includes(status)) throw new NotFound("a download link that is over");
  if (status >= 300 && status < 400) throw new UnexpectedReply("a result, not another address");
  if (status !== 200) throw new Unavailable(`a download answered ${status}`);
}

/** `find`, for names that lead to public addresses alone: one private one among them is a no. */
export function onlyPublic(find: LookUpAll): LookupFunction {
  return (hostname, options, answer) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
      const isSafe = error === null && addresses.every(({ address }) => !isPrivate(address));
      const [first] = addresses;
      if (!isSafe || first === undefined) {
        answer(error ?? new UnexpectedReply("a result at a public address"), "", 0);
      } else if (options.all === true) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };
}

type LookUpAll = (
  hostname: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;
