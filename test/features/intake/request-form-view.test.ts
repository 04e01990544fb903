import { describe, expect, test } from "vitest";

import {
  parseRequestForm,
  formBlocks,
  parseFormPlace,
  requestForm,
} from "#features/intake/request-form-view.ts";
import { inEnglish } from "#slack/i18n/locale.ts";

import { noon } from "../../builders.ts";
import { testContext } from "../../support/context.ts";

type Filled = {
  readonly recent?: readonly string[];
  readonly upload?: readonly string[];
  readonly language?: readonly string[];
  readonly first?: string;
  readonly preview?: string;
  readonly book?: string;
  readonly note?: string;
  readonly due?: string;
};

/** Returns `view.state.values` as Slack sends them. */
function values(filled: Filled) {
  const { recent = [], upload = [], language = ["fr"] } = filled;
  const options = (list: readonly string[]) => ({
    choice: { type: "multi_static_select", selected_options: list.map((value) => ({ value })) },
  });
  const typed = (value = "") => ({ choice: { value: value === "" ? null : value } });
  const first = filled.first === undefined ? null : { value: filled.first };
  return {
    [formBlocks.recent]: options(recent),
    [formBlocks.upload]: { choice: { files: upload.map((id) => ({ id, name: "x.txt" })) } },
    [formBlocks.language]: options(language),
    [formBlocks.first]: { choice: { selected_option: first } },
    [formBlocks.preview]: typed(filled.preview),
    [formBlocks.book]: typed(filled.book),
    [formBlocks.note]: typed(filled.note),
    [formBlocks.due]: { choice: { selected_date: filled.due ?? null } },
  };
}

const parsed = (filled: Filled) =>
  parseRequestForm(values(filled), { now: noon, locale: inEnglish });

function form(changes: Partial<Parameters<typeof requestForm>[0]> = {}) {
  return requestForm({
    files: [],
    chosen: [],
    filetypes: ["txt", "md"],
    context: testContext,
    targets: ["fr"],
    previewChars: 3000,
    book: undefined,
    channel: "C1",
    ...changes,
  });
}

const blockOf = (view: ReturnType<typeof requestForm>, id: string) =>
  view.blocks.find(({ block_id }) => block_id === id);

const files = [
  { id: "F1", name: "old.txt", ts: "1.1" },
  { id: "F2", name: "new.txt", ts: "2.2" },
];

describe("the form", () => {
  test("offers the newest manuscript first", () => {
    expect(blockOf(form({ files }), formBlocks.recent)).toMatchObject({
      element: { options: [{ value: "F2" }, { value: "F1" }] },
    });
  });

  test("shows as chosen what it was opened for, and what the conversation has by default", () => {
    const asked = { chosen: ["F1"], targets: ["de", "fr"], book: "The Salt Clock" };
    const view = form({ files, ...asked, hasMore: true });

    expect(blockOf(view, formBlocks.recent)).toMatchObject({
      element: { initial_options: [{ value: "F1" }] },
    });
    expect(blockOf(view, formBlocks.language)).toMatchObject({
      element: { initial_options: [{ value: "de" }, { value: "fr" }] },
    });
    expect(blockOf(view, formBlocks.preview)).toMatchObject({ element: { initial_value: "3000" } });
    expect(blockOf(view, formBlocks.book)).toMatchObject({
      element: { initial_value: "The Salt Clock" },
    });
  });

  test("asks for manuscripts, languages and book, and keeps the rest for “More options”", () => {
    const { recent, upload, language, book, first, preview, note, due, reference } = formBlocks;
    const ids = (hasMore: boolean) => form({ files, hasMore }).blocks.map((one) => one.block_id);

    expect(ids(false)).toEqual([recent, upload, language, book, "request.options"]);
    const rest = [first, preview, note, due, reference];
    expect(ids(true)).toEqual([recent, upload, language, book, ...rest]);
  });

  test("asks for a file where the conversation has none", () => {
    const view = form();

    expect(blockOf(view, formBlocks.recent)).toBeUndefined();
    expect(blockOf(view, formBlocks.upload)).toMatchObject({ optional: false });
  });

  test("carries where it was opened, and nothing else", () => {
    const { private_metadata } = form({ files });

    expect(private_metadata).toBe('{"channel":"C1"}');
    expect(parseFormPlace(private_metadata ?? "")).toEqual({ channel: "C1" });
    expect(parseFormPlace("not ours")).toBeUndefined();
  });
});

describe("a submission", () => {
  test("names posted manuscripts, new ones and the languages", () => {
    expect(parsed({ recent: ["F1"], upload: ["F9"], language: ["fr", "de"] })).toEqual({
      status: "filled",
      fileIds: ["F1", "F9"],
      targets: ["fr", "de"],
      details: undefined,
      previewChars: undefined,
      book: undefined,
    });
  });

  test("tells what is wished for", () => {
    const filled = { first: "preview", preview: "900", book: " The Salt Clock ", note: "soon" };

    expect(parsed({ recent: ["F1"], ...filled, due: "2026-11-27" })).toMatchObject({
      details: { first: "preview", note: "soon", dueOn: "2026-11-27" },
      previewChars: 900,
      book: "The Salt Clock",
    });
  });

  test.each<readonly [string, Filled, string, string]>([
    ["no file", {}, formBlocks.upload, "Please choose a manuscript."],
    ["no language", { recent: ["F1"], language: [] }, formBlocks.language, "Choose a language"],
    [
      "a day that has passed",
      { recent: ["F1"], due: "2026-11-18" },
      formBlocks.due,
      "This day has passed. Please choose another.",
    ],
    [
      "more cards than a conversation bears",
      { recent: ["F1", "F2", "F3"], language: ["a", "b", "c", "d", "e", "f", "g"] },
      formBlocks.language,
      "That would be 21 estimates, and I take at most 20 at once. Please choose fewer languages or manuscripts.",
    ],
  ])("with %s is answered beside the field", (_, filled, blockId, sentence) => {
    expect(parsed(filled)).toEqual({ status: "faulty", errors: { [blockId]: sentence } });
  });

  test.each([
    ["1e9", 1_000_000],
    ["0.4", 1],
    ["a lot", 1],
  ])("for a preview of %s characters asks for what is allowed", (preview, previewChars) => {
    expect(parsed({ recent: ["F1"], preview })).toMatchObject({ previewChars });
  });

  test("is told everything that is wrong at once", () => {
    const wrong = parsed({ language: [], due: "2020-01-01" });

    expect(Object.keys(wrong.status === "faulty" ? wrong.errors : {})).toEqual([
      formBlocks.upload,
      formBlocks.language,
      formBlocks.due,
    ]);
  });

  test("of another shape is answered, not crashed on", () => {
    expect(parseRequestForm("nonsense", { now: noon, locale: inEnglish })).toMatchObject({
      status: "faulty",
    });
  });
});
