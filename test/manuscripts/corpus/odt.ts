import { type ZipPart, zip } from "./zip.ts";

const names =
  'xmlns:office="office" xmlns:text="text" xmlns:table="table" xmlns:draw="draw" xmlns:svg="svg" xmlns:manifest="manifest"';

export function odt(body: string, extra: readonly ZipPart[] = []): Buffer {
  return zip([
    { name: "mimetype", content: "application/vnd.oasis.opendocument.text", method: "stored" },
    {
      name: "content.xml",
      content: `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names}><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    },
    ...extra,
  ]);
}

export const awkwardOdt = {
  bytes: () =>
    odt(
      `<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted words</text:p></text:deletion></text:changed-region></text:tracked-changes>
      <text:table-of-content><text:index-body><text:p>Contents 1</text:p></text:index-body></text:table-of-content>
      <text:h text:outline-level="1">The <text:span>Light</text:span>house</text:h>
      <text:p>Verse one<text:line-break/>  verse<text:s text:c="900000000"/>two<text:tab/>three</text:p>
      <text:p>A note<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Not a real place.</text:p></text:note-body></text:note>.<office:annotation><text:p>a remark</text:p></office:annotation></text:p>
      <text:p><text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>。</text:p>
      <text:list><text:list-item><text:p>first</text:p><text:list><text:list-item><text:p>nested</text:p></text:list-item></text:list></text:list-item></text:list>
      <table:table><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell><text:p>B</text:p></table:table-cell></table:table-row></table:table>
      <text:p>Beside a box.<draw:frame><draw:text-box><text:p>In the box.</text:p></draw:text-box><svg:desc>a map</svg:desc></draw:frame></text:p>
      <text:p/>`,
    ),
  text: [
    "The Lighthouse",
    "Verse one\nverse two three",
    "A note[1].",
    "[1] Not a real place.",
    "漢字。",
    "first",
    "nested",
    "A",
    "B",
    "Beside a box.",
    "In the box.",
  ].join("\n\n"),
  leftOut: [
    { what: "deletions", count: 1 },
    { what: "contents", count: 1, characters: 10, begins: "Contents 1" },
    { what: "readings", count: 1 },
    { what: "pictures", count: 1 },
  ],
} as const;
