import { expect, test } from "vitest";

import { putBack } from "#manuscripts/documents/put-back/put-back.ts";

import { paragraphsOf, rebuild } from "./rebuild.ts";

const page = (head: string, body: string) =>
  Buffer.from(`<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}</body></html>`);

test("a page comes back as it was, with the words of the new language", async () => {
  const body =
    '<nav><a href="/">Home</a></nav><h1>The Lighthouse</h1><p class="a">He was <em>never</em> <a href="b">there</a>.<p>One<br>two <img src="c"> three<ul><li>Rain<li>and <b>wind</b></ul>';
  const bytes = page('<meta charset="utf-8">', body);

  expect(await paragraphsOf("html", new Uint8Array(bytes))).toEqual([
    "The Lighthouse",
    "He was *never* **there**.",
    "One\ntwo ⟦1⟧ three",
    "Rain",
    "and *wind*",
  ]);
  const back = await rebuild("html", bytes, [
    "O Farol",
    "**Lá** ele *nunca* esteve.",
    "Um\ndois ⟦1⟧ três",
    "Chuva",
    "e *vento*",
  ]);
  expect(await back.part("")).toContain(
    '<html lang="pt-BR"><head><meta charset="utf-8"></head><body><nav><a href="/">Home</a></nav><h1>O Farol</h1><p class="a"><a href="b">Lá</a> ele <em>nunca</em> esteve.<p>Um<br>dois <img src="c"> três<ul><li>Chuva<li>e <b>vento</b></ul>',
  );
  expect(back.emphasis).toEqual({ kept: 3, of: 3 });
});

test.for([
  [
    "a declared encoding",
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">',
    "charset=utf-8",
  ],
  ["none", "", "\uFEFF<!DOCTYPE"],
] as const)("a page with %s is written, and says so, in UTF-8", async ([, head, said]) => {
  const source = page(head, "<p>Caf\u00e9").toString();
  const rebuilt = await putBack({
    document: {
      bytes: new Uint8Array(Buffer.from(source, "latin1")),
      format: "html",
      encoding: "windows-1252",
      isMarked: true,
    },
    translation: Buffer.from("Кофе"),
    target: "ru",
    limit: 1000,
  });

  const text = rebuilt.status === "document" ? Buffer.from(rebuilt.bytes).toString() : "";
  expect(text).toContain(said);
  expect(text).toContain("<p>Кофе");
});

test("an element that another one ends keeps its words to itself", async () => {
  const bytes = page("", "<p>One <i>two<p>Three");

  const back = await rebuild("html", bytes, ["Um *dois*", "Três"]);

  expect(await back.read()).toEqual(["Um *dois*", "Três"]);
});
