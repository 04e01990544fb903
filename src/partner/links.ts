import { BlockList, isIP } from "node:net";

import { UnexpectedReply } from "../core/faults.ts";

/**
 * A download link that may be shown to people: https (http only when the partner's own address is), no
 * user name in it, and no private address unless the partner's own is one.
 *
 * Throws UnexpectedReply, which does not quote the link.
 */
export function safeLink(link: string, partner: URL): string {
  const url = URL.parse(link);
  if (url === null || !mayBeShown(url, partner)) {
    throw new UnexpectedReply("a download link that is safe to show");
  }
  return url.href;
}

function mayBeShown(url: URL, partner: URL): boolean {
  const protocolFits =
    url.protocol === "https:" || (url.protocol === "http:" && partner.protocol === "http:");
  const namesNobody = url.username === "" && url.password === "";
  return protocolFits && namesNobody && (!isPrivate(url.hostname) || isPrivate(partner.hostname));
}

/** A host's name, or an address; URL has already turned numbers such as 0x7f.1 into a plain one. */
export function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/gu, "");
  const version = isIP(host);
  if (version !== 0) {
    return privateAddresses.check(host, version === 4 ? "ipv4" : "ipv6");
  }
  return !host.includes(".") || /\.(localhost|local|internal|home\.arpa)$/u.test(host);
}

// No rule for ::ffff:0:0/96: Node checks IPv4 in that form by the rules for IPv4, and with one for all of
// it every IPv4 address would be private.
const privateAddresses = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  privateAddresses.addSubnet(net, prefix, "ipv4");
}
for (const [net, prefix] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  privateAddresses.addSubnet(net, prefix, "ipv6");
}
