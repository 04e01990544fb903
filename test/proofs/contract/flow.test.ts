import { describe, expect, test } from "vitest";

import { servers } from "./servers.ts";

const chapter = "Chapter 1\r\n\r\nMara saw the sea. Tobin did not.\n\n* * *\n\nThe end.";

describe.each(servers)("%s", (_, openPartner) => {
  describe("Recommended flow", () => {
    test("steps 1 to 6: usage, estimate, preview, full run, polling, download", async () => {
      await using partner = await openPartner({ balance: 1_000 });
      const size = String(chapter.length);

      const usage = await partner.call("/usage");
      const estimate = await partner.create({
        action: "token_estimate",
        file: chapter,
        estimated_chars: size,
      });
      const preview = await partner.create({ file: chapter, char_limit: "9" });
      const full = await partner.create({ file: chapter, estimated_chars: size });
      partner.pass(600);

      const polled = await Promise.all(
        [estimate, preview, full].map(({ data }) =>
          partner.call(`/tasks/${String(data["task_id"])}`),
        ),
      );
      const download = await partner.call(`/tasks/${String(full.data["task_id"])}/download`);
      const file = await partner.call(String(download.data["download_url"]), { key: "" });
      expect(usage.data["balance_credits"]).toBe(1_000);
      expect(polled.map(({ data }) => data["status"])).toEqual([
        "completed",
        "completed",
        "completed",
      ]);
      expect(file.text.split("\n")).toHaveLength(chapter.split("\n").length);
    });
  });

  describe("GET /tasks/{task_id}", () => {
    test("a completed translation shows progress 1, its charge, its language and its file", async () => {
      await using partner = await openPartner();
      const { data } = await partner.create({ file: chapter, estimated_chars: "100" });
      partner.pass(10);

      const task = await partner.call(`/tasks/${String(data["task_id"])}`);

      expect(task.data).toMatchObject({
        status: "completed",
        stage: "completed",
        progress: 1,
        source_lang: "en",
        credits_charged: chapter.length,
        download_files: [
          {
            file_id: "translated",
            file_name: "novel.fr.txt",
            url: `/api/tasks/download-file/${String(data["task_id"])}`,
            type: "translated",
          },
        ],
      });
    });

    test("the path that download_files names serves the file to the key", async () => {
      await using partner = await openPartner();
      const { data } = await partner.create();
      partner.pass(10);
      await partner.call(`/tasks/${String(data["task_id"])}`);

      const path = `${partner.sandbox.origin}/api/tasks/download-file/${String(data["task_id"])}`;
      const open = await partner.call(path);
      const closed = await partner.call(path, { key: "" });

      expect([open.status, closed.status]).toEqual([200, 401]);
    });

    test("a completed token_estimate carries characters and tokens", async () => {
      await using partner = await openPartner();
      const { data } = await partner.create({ action: "token_estimate", estimated_chars: "99" });
      partner.pass(10);

      const task = await partner.call(`/tasks/${String(data["task_id"])}`);

      expect(task.data).toMatchObject({ total_characters: 10, estimated_tokens: 3 });
    });
  });

  describe("GET /tasks/{task_id}/download", () => {
    test("answers an absolute link that serves the translated text", async () => {
      await using partner = await openPartner();
      const { data } = await partner.create({ file: chapter, estimated_chars: "100" });
      partner.pass(10);

      const download = await partner.call(`/tasks/${String(data["task_id"])}/download`);
      const file = await partner.call(String(download.data["download_url"]), { key: "" });

      const link = String(download.data["download_url"]);
      expect(link.startsWith(`${partner.sandbox.origin}/files/`)).toBe(true);
      expect(download.data).toEqual({
        download_url: link,
        expires_in: 300,
        file_name: "novel.fr.txt",
        file_size: new TextEncoder().encode(file.text).length,
      });
      expect(file.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(file.text).toContain("⟦fr: Ţóƀíñ ďíď ñóţ.⟧");
    });

    test("a link serves nothing after its time", async () => {
      await using partner = await openPartner({ linkSeconds: 60 });
      const { data } = await partner.create();
      partner.pass(10);
      const { data: download } = await partner.call(`/tasks/${String(data["task_id"])}/download`);

      partner.pass(60);

      const file = await partner.call(String(download["download_url"]), { key: "" });
      expect(file.status).toBe(403);
    });

    test("a forged link serves nothing", async () => {
      await using partner = await openPartner();
      const { data } = await partner.create();
      partner.pass(10);
      const { data: download } = await partner.call(`/tasks/${String(data["task_id"])}/download`);

      const forged = String(download["download_url"]).replace(/expires=\d/, "expires=9");

      expect((await partner.call(forged, { key: "" })).status).toBe(403);
    });

    test("a running task has no link yet", async () => {
      await using partner = await openPartner();
      const { data } = await partner.create();

      const reply = await partner.call(`/tasks/${String(data["task_id"])}/download`);

      expect(reply.status).toBe(404);
    });
  });
});
