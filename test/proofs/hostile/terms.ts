import { envelope } from "../../partner/a-partner.ts";

type Read = Readonly<Record<string, string>> | "no answer";

const unreadable = "no answer";
const done = { task_id: "task-1", status: "completed", action: "glossary_extraction" };
const reply = (terms: unknown): string => JSON.stringify(envelope({ ...done, terms }));
const term = (source: unknown, target: unknown) => ({ source, target, confidence: 0.9 });

/** Glossaries as the partner may send them, and the contents of the files that people get. */
export const terms: readonly (readonly [what: string, body: string | Buffer, read: Read])[] = [
  ["25 the beginning of an object", "{", unreadable],
  ["26 a list for an answer", "[]", unreadable],
  ["27 null for the terms", reply(null), {}],
  ["28 an object in place of a text", reply([term({ a: "b" }, "x"), term("a", "b")]), { a: "b" }],
  ["29 a number in place of a text", reply([term("a", 7), term("c", "d")]), { c: "d" }],
  ["30 a term of no letters", reply([term("", "x"), term("a", "b")]), { a: "b" }],
  [
    "31 a hundred thousand terms",
    reply(Array.from({ length: 100_000 }, (_, n) => term(`${n}`, "x"))),
    unreadable,
  ],
  ["32 five megabytes", reply([term("a", "x".repeat(5_000_000))]), unreadable],
  [
    "33 a term twice: the surest is kept",
    reply([term("a", "b"), { source: "a", target: "c", confidence: 0.95 }]),
    { a: "c" },
  ],
  [
    "34 a term named __proto__",
    reply([term("__proto__", "x")]),
    Object.fromEntries([["__proto__", "x"]]),
  ],
  ["35 a byte order mark before it", `\uFEFF${reply([term("a", "b")])}`, { a: "b" }],
  ["36 in UTF-16", Buffer.from(reply([term("a", "b")]), "utf16le"), unreadable],
  ["37 a comma too many", reply([term("a", "b")]).replace("}]", "},]"), unreadable],
  [
    "38 ten thousand levels deep",
    reply([]).replace("[]", `${"[".repeat(10_000)}${"]".repeat(10_000)}`),
    {},
  ],
  [
    "39 a line break and the boundary of a form",
    reply([term("a", "b\r\n--6f1c2a34\r\nContent-Disposition: form-data")]),
    { a: "b\r\n--6f1c2a34\r\nContent-Disposition: form-data" },
  ],
  ["40 a formula", reply([term("a", "=HYPERLINK(1)")]), { a: "=HYPERLINK(1)" }],
];
