import { describe, expect, test } from "vitest";

import {
  formBlocks,
  parseFormPlace,
  parseRequestForm,
  requestForm,
} from "../../../src/slack/views/request-form.ts";
import { noon } from "../../builders.ts";
import { desk } from "./build.ts";

type Filled = { readonly recent?: string; readonly upload?: string; readonly language?: string };

/** As Slack sends `view.state.values`. */
function values({ recent, upload, language }: Filled) {
  const option = (value: string | undefined) => ({
    choice: { type: "static_select", selected_option: value === undefined ? null : { value } },
  });
  const files = upload === undefined ? [] : [{ id: upload, name: "x.txt" }];
  return {
    [formBlocks.recent]: option(recent),
    [formBlocks.upload]: { choice: { type: "file_input", files } },
    [formBlocks.language]: option(language),
  };
}

function form(files: Parameters<typeof requestForm>[0]["files"]) {
  const { languages } = desk.rules;
  return requestForm({ files, languages, defaultTarget: "fr", channel: "C1", thread: "1.2" });
}

describe("the form", () => {
  test("offers the newest manuscript first, and the default language", () => {
    const files = [
      { id: "F1", name: "old.txt", postedAt: noon },
      { id: "F2", name: "new.txt", postedAt: noon + 1 },
    ];
    const { blocks } = form(files);

    expect(blocks[0]).toMatchObject({ element: { options: [{ value: "F2" }, { value: "F1" }] } });
    expect(blocks[2]).toMatchObject({ element: { initial_option: { value: "fr" } } });
  });

  test("asks for a file where the conversation has none", () => {
    const { blocks } = form([]);

    expect(blocks[0]).toMatchObject({ block_id: formBlocks.upload, optional: false });
    expect(blocks).toHaveLength(2);
  });

  test("carries where it was opened, and nothing else", () => {
    const { private_metadata } = form([{ id: "F1", name: "secret.txt", postedAt: noon }]);

    expect(private_metadata).toBe('{"channel":"C1","thread":"1.2"}');
    expect(parseFormPlace(private_metadata ?? "")).toEqual({ channel: "C1", thread: "1.2" });
    expect(parseFormPlace("not ours")).toBeUndefined();
  });
});

describe("a submission", () => {
  test("names a posted manuscript and the language", () => {
    expect(parseRequestForm(values({ recent: "F1", language: "fr" }))).toEqual({
      status: "filled",
      fileId: "F1",
      target: "fr",
    });
  });

  test("names a new file just as well", () => {
    expect(parseRequestForm(values({ upload: "F9", language: "de" }))).toEqual({
      status: "filled",
      fileId: "F9",
      target: "de",
    });
  });

  test.each([
    [{ language: "fr" }, formBlocks.upload, "Please choose a manuscript."],
    [{ recent: "F1" }, formBlocks.language, "Please choose a language."],
    [
      { recent: "F1", upload: "F9", language: "fr" },
      formBlocks.upload,
      "Please choose one of the two: a posted manuscript or a new file.",
    ],
  ])("that lacks something is answered beside the field", (filled, blockId, sentence) => {
    expect(parseRequestForm(values(filled))).toEqual({
      status: "faulty",
      errors: { [blockId]: sentence },
    });
  });

  test("of another shape is answered, not crashed on", () => {
    expect(parseRequestForm("nonsense")).toMatchObject({ status: "faulty" });
  });
});
