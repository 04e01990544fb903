import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { BlockList, type LookupFunction, isIP } from "node:net";

import {
  HostNotAllowed,
  NotFound,
  PartnerFault,
  Unavailable,
  UnexpectedReply,
} from "../core/faults.ts";
import { Agent, request } from "../http.ts";

type ResultDeps = {
  /** The partner's own address: results may be at a private address only when this one is. */
  readonly baseUrl: string;
  /** Longest silence before or between bytes, ms. */
  readonly idleTimeoutMs?: number;
};

type OpenResult = (url: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;

/**
 * Streams a finished text from a download link that `safeLink` has checked. It sends no key,
 * follows no redirects, and reads from no private address unless the partner's own is one.
 *
 * Throws a PartnerFault while streaming, which does not quote the link; NotFound for an expired
 * link.
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
        // The reader has the error already; without a listener it would end the process.
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
  // Not in the contract: the status of an expired link.
  if ([401, 403, 404, 410].includes(status)) throw new NotFound("a download link that is over");
  if (status >= 300 && status < 400) throw new UnexpectedReply("a result, not another address");
  if (status !== 200) throw new Unavailable(`a download answered ${status}`);
}

/** Wraps `find` for names with public addresses only: one private address refuses the name. */
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

/**
 * Returns a download link that may be shown to people: https (http only when the partner's own
 * address is), no user name in it, no private address unless the partner's own is one, and one of
 * these hosts. `*.cdn.example` stands for every host below that one, and an empty list for any.
 *
 * @throws UnexpectedReply, which does not quote the link, or HostNotAllowed.
 */
export function safeLink(link: string, partner: URL, hosts: readonly string[] = []): string {
  const url = URL.parse(link);
  if (url === null || !mayBeShown(url, partner)) {
    throw new UnexpectedReply("a download link that is safe to show");
  }
  const host = url.hostname.replace(/\.$/u, "");
  const isAllowed = hosts.some((name) =>
    name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name,
  );
  if (hosts.length > 0 && !isAllowed) throw new HostNotAllowed(host);
  return url.href;
}

function mayBeShown(url: URL, partner: URL): boolean {
  const protocolFits =
    url.protocol === "https:" || (url.protocol === "http:" && partner.protocol === "http:");
  const namesNobody = url.username === "" && url.password === "";
  return protocolFits && namesNobody && (!isPrivate(url.hostname) || isPrivate(partner.hostname));
}

/**
 * Takes a host's name or address; URL has already turned numbers such as 0x7f.1 into a plain
 * address.
 */
function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/gu, "");
  const version = isIP(host);
  if (version !== 0) return privateAddresses.check(host, version === 4 ? "ipv4" : "ipv6");
  return !host.includes(".") || /\.(localhost|local|internal|home\.arpa)$/u.test(host);
}

// No rule for ::ffff:0:0/96: Node checks IPv4 in that form by the rules for IPv4. With such a rule,
// every IPv4 address would be private.
const privateNets = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3
  ::/96 64:ff9b::/96 64:ff9b:1::/48 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8
`;
const privateAddresses = new BlockList();
for (const net of privateNets.trim().split(/\s+/u)) {
  const [address = "", prefix] = net.split("/");
  privateAddresses.addSubnet(address, Number(prefix), address.includes(":") ? "ipv6" : "ipv4");
}
