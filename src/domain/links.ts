/**
 * Whether a link that the partner gave may be shown to a person: https (http only when the partner itself
 * is reached so), no user info, and no address of a private network unless the partner lives there.
 */
export function isSafeLink(link: string, partnerBaseUrl: string): boolean {
  const url = parse(link);
  const base = parse(partnerBaseUrl);
  if (url === undefined || base === undefined) return false;
  const scheme =
    url.protocol === "https:" || (url.protocol === "http:" && base.protocol === "http:");
  const bare = url.username === "" && url.password === "";
  const place = url.hostname === base.hostname || !isPrivate(url.hostname);
  return scheme && bare && place && !/[\s|<>]/u.test(link);
}

function parse(link: string): URL | undefined {
  return URL.canParse(link) ? new URL(link) : undefined;
}

/** `URL` has already written every form of an IPv4 address as four decimal numbers. */
function isPrivate(host: string): boolean {
  if (host.startsWith("[")) return true; // Not in the contract: no partner is expected on a bare IPv6.
  if (host === "localhost" || /\.(?:localhost|local|internal)\.?$/u.test(host)) return true;
  const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/u.exec(host);
  if (parts === null) return !host.includes(".");
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    first >= 224 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}
