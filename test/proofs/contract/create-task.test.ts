import { describe, expect, test } from "vitest";

import { servers } from "./servers.ts";

const story = `Mara Vell reached Port Hollow. "Mara Vell!" cried Tobin. Nobody but Tobin knew Port Hollow, and Mara Vell knew Tobin.`;

describe.each(servers)("%s", (_, openPartner) => {
  describe("POST /tasks", () => {
    test("rule 1: a translation without char_limit covers the whole file", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({ file: "a".repeat(250), estimated_chars: "250" });
      partner.pass(10);

      const task = await partner.call(`/tasks/${String(data["task_id"])}`);
      expect(task.data).toMatchObject({
        status: "completed",
        char_count: 250,
        credits_charged: 250,
      });
    });

    test("rule 1: a translation with char_limit covers the opening alone", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({
        file: "One line.\nAnother line.\n",
        char_limit: "10",
      });
      partner.pass(10);

      const download = await partner.call(`/tasks/${String(data["task_id"])}/download`);
      const file = await partner.call(String(download.data["download_url"]));
      expect(data["char_count"]).toBe(10);
      expect(file.text).toBe("⟦fr: Óñé ļíñé.⟧\n");
    });

    test("rule 2: char_limit restricts glossary_extraction to the opening", async () => {
      await using partner = await openPartner();
      const file = `${story}\n${story.replaceAll("Tobin", "Ysolde")}`;

      const limit = String(story.length);
      const { data } = await partner.create({
        action: "glossary_extraction",
        file,
        char_limit: limit,
      });

      expect(JSON.stringify(data["terms"])).toContain("Tobin");
      expect(JSON.stringify(data["terms"])).not.toContain("Ysolde");
      expect(data).toMatchObject({ char_count: story.length, credits_charged: story.length });
    });

    test("rule 3: char_limit gives token_estimate a scope", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({
        action: "token_estimate",
        file: "a".repeat(900),
        char_limit: "300",
      });
      partner.pass(10);

      const task = await partner.call(`/tasks/${String(data["task_id"])}`);
      expect(task.data).toMatchObject({ total_characters: 300, estimated_tokens: 75 });
    });

    test("rule 3: char_limit gives preview_metadata a scope", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({
        action: "preview_metadata",
        file: story,
        char_limit: "60",
      });

      expect(data).toMatchObject({
        status: "completed",
        detected_language: "en",
        metadata: { file_name: "novel.txt", sample_characters: 60 },
        progress: 1,
      });
    });

    test("rule 4: a file without char_limit and estimated_chars is refused", async () => {
      await using partner = await openPartner();

      const reply = await partner.create({ estimated_chars: undefined });

      expect(reply).toMatchObject({ status: 400, error: { code: "BAD_REQUEST" } });
      expect((await partner.sandbox.records()).tasks).toEqual([]);
    });

    test("rule 4: char_limit stands in for estimated_chars", async () => {
      await using partner = await openPartner();

      const reply = await partner.create({ char_limit: "5" });

      expect(reply).toMatchObject({ status: 200, data: { char_count: 5, estimated_credits: 5 } });
    });

    test("rule 5: merge puts both together and the supplied term wins", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({
        action: "glossary_extraction",
        glossary: JSON.stringify({ "Port Hollow": "Port-Creux", lantern: "lanterne" }),
        file: story,
      });

      expect(data["terms"]).toEqual([
        { source: "Port Hollow", target: "Port-Creux", confidence: 1 },
        { source: "lantern", target: "lanterne", confidence: 1 },
        expect.objectContaining({ source: "Mara Vell" }),
        expect.objectContaining({ source: "Tobin" }),
      ]);
    });

    test("rule 6: replace skips extraction and uses the supplied terms alone", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({
        action: "glossary_extraction",
        glossary: JSON.stringify({ lantern: "lanterne" }),
        glossary_strategy: "replace",
        file: story,
      });

      expect(data["terms"]).toEqual([{ source: "lantern", target: "lanterne", confidence: 1 }]);
    });

    test("rule 7: skip ignores the supplied terms and extracts", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({
        action: "glossary_extraction",
        glossary: JSON.stringify({ "Port Hollow": "Port-Creux", lantern: "lanterne" }),
        glossary_strategy: "skip",
        file: story,
      });

      expect(JSON.stringify(data["terms"])).toContain("Port Hollow");
      expect(JSON.stringify(data["terms"])).not.toContain("lantern");
      expect(JSON.stringify(data["terms"])).not.toContain("Port-Creux");
    });

    test("rule 9: a reservation that the balance cannot cover is refused and makes no task", async () => {
      await using partner = await openPartner({ balance: 9 });

      const reply = await partner.create({ estimated_chars: "10" });

      expect(reply).toMatchObject({ status: 402, error: { code: "PAYMENT_REQUIRED" } });
      expect((await partner.sandbox.records()).tasks).toEqual([]);
    });

    test("rule 9: credits reserved for a running task cannot be reserved again", async () => {
      await using partner = await openPartner({ balance: 15 });

      const first = await partner.create();
      const second = await partner.create();

      expect([first.status, second.status]).toEqual([200, 402]);
    });
  });

  describe("POST /tasks replies", () => {
    test("a new translation is pending, with every field of the creation table", async () => {
      await using partner = await openPartner();

      const { success, data } = await partner.create();

      expect(success).toBe(true);
      expect(data).toEqual({
        task_id: String(data["task_id"]),
        status: "pending",
        action: "translation",
        file_name: "novel.txt",
        source_lang: "auto",
        target_lang: "fr",
        char_count: 10,
        estimated_credits: 10,
        created_at: "2026-05-14T09:30:00.000Z",
      });
    });

    test("a new token_estimate is pending and names no source language", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({ action: "token_estimate" });

      expect(data).toMatchObject({ status: "pending", action: "token_estimate", char_count: 10 });
      expect(data).not.toHaveProperty("source_lang");
    });

    test("glossary_extraction is complete at once and says what it was charged", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({ action: "glossary_extraction" });

      expect(data).toMatchObject({
        status: "completed",
        progress: 1,
        credits_charged: 10,
        terms: [],
      });
    });

    test("preview_translation translates the opening that char_limit names", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({ action: "preview_translation", char_limit: "4" });
      partner.pass(10);

      const task = await partner.call(`/tasks/${String(data["task_id"])}`);
      expect(task.data).toMatchObject({ status: "completed", credits_charged: 4 });
    });
  });
});
