/** The faults on the way to another world and back. They are the same for every call. */
export const columns = [
  "refused",
  "reset before",
  "reset after commit",
  "timeout",
  "400",
  "401",
  "402",
  "404",
  "409",
  "429 in seconds",
  "429 by a date",
  "429 unnamed",
  "429 unreadable",
  "500",
  "502",
  "503",
  "HTML",
  "truncated",
  "wrong type",
  "slow",
  "duplicate",
  "redirect",
  "late",
  "no: gone",
  "no: not here",
  "no: not now",
  "no: ours",
  "no: unknown",
] as const;

export type Column = (typeof columns)[number];

export const rows = [
  "POST",
  "GET task",
  "GET download",
  "GET download to compare",
  "GET usage",
  "Slack post",
  "Slack update",
  "Slack replies",
  "Slack files",
  "Slack file",
  "Slack download",
  "Slack groups",
  "Redis get",
  "Redis set",
  "Redis NX",
  "Redis CAS",
] as const;

export type Row = (typeof rows)[number];
