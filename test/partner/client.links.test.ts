import { expect, test } from "vitest";

import { safeLink } from "#partner/client.ts";

const partner = new URL("https://api.partner.example/api/b2b/v1");
const local = new URL("http://127.0.0.1:4010/api/b2b/v1");

test("a link to the partner's storage may be shown", () => {
  expect(safeLink("https://cdn.partner.example/x?sig=a%2Fb", partner)).toBe(
    "https://cdn.partner.example/x?sig=a%2Fb",
  );
});

test.for([
  "https://93.184.216.34/x",
  "https://128.0.0.1/x",
  "https://172.32.0.1/x",
  "https://223.255.255.254/x",
  "https://[2001:db8::7]/x",
  "https://files.local.partner.example/x",
])("%s is out in the world and may be shown", (link) => {
  expect(safeLink(link, partner)).toBe(link);
});

test("a partner on this machine may give links to this machine", () => {
  expect(safeLink("http://localhost:4010/files/1", local)).toBe("http://localhost:4010/files/1");
});

test.for([
  "http://cdn.partner.example/x",
  "javascript:alert(1)",
  "ftp://cdn.partner.example/x",
  "/api/tasks/download-file/1",
  "https://me@cdn.partner.example/x",
  "https://:word@cdn.partner.example/x",
  "https://169.254.169.254/latest/meta-data",
  "https://0x7f.1/x",
  "https://2130706433/x",
  "https://0.0.0.0/x",
  "https://10.1.2.3/x",
  "https://100.64.0.1/x",
  "https://172.16.0.1/x",
  "https://192.168.1.1/x",
  "https://192.0.0.192/opc/v1",
  "https://198.18.0.1/x",
  "https://224.0.0.1/x",
  "https://255.255.255.255/x",
  "https://[::1]/x",
  "https://[::ffff:10.0.0.1]/x",
  "https://[::ffff:7f00:1]/x",
  "https://[::7f00:1]/x",
  "https://[64:ff9b::7f00:1]/x",
  "https://[64:ff9b:1::a00:1]/x",
  "https://[2002:7f00:1::1]/x",
  // Teredo, and IPv4 in the form of IPv6, whichever address it is.
  "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/x",
  "https://[::ffff:5db8:d822]/x",
  "https://[fec0::1]/x",
  "https://[fd00::1]/x",
  "https://[fe80::1]/x",
  "https://[ff02::1]/x",
  "https://localhost/x",
  "https://localhost./x",
  "https://db.localhost/x",
  "https://db.local/x",
  "https://db.internal/x",
  "https://db.home.arpa/x",
  "https://metadata/x",
])("%s is not shown to people", (link) => {
  expect(() => safeLink(link, partner)).toThrow("safe to show");
});

test.for([
  ["https://files.example/x", []],
  ["https://files.example/x", ["files.example"]],
  ["https://FILES.example.:8443/x", ["other.example", "files.example"]],
  ["https://a.b.cdn.example/x", ["*.cdn.example"]],
] as const)("%s may be fetched where %j are allowed", ([link, allowed]) => {
  expect(() => safeLink(link, partner, allowed)).not.toThrow();
});

test.for([
  ["https://files.example.evil/x", ["files.example"]],
  ["https://a.files.example/x", ["files.example"]],
  ["https://cdn.example/x", ["*.cdn.example"]],
  ["https://evilcdn.example/x", ["*.cdn.example"]],
] as const)("%s may not where %j are", ([link, allowed]) => {
  expect(() => safeLink(link, partner, allowed)).toThrow("not allowed");
});
