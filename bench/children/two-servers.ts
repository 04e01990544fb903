import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { answerQuestions } from "../measure/child-side.ts";
import { koreanText } from "../measure/korean-text.ts";
import { listen } from "../measure/listen.ts";

/** The source of the file: sends as many bytes as the path of the address gives. */
const slack = createServer((request, response) => {
  request.resume();
  const bytes = Number(request.url?.slice(1));
  response.writeHead(200, { "content-type": "text/plain", "content-length": bytes });
  void pipeline(Readable.from(koreanText(bytes)), response).catch(() => undefined);
});

/** The destination: reads any body to its end and answers like the partner. */
const partner = createServer((request, response) => {
  request
    .on("data", () => undefined)
    .on("end", () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ success: true, data: { task_id: "task-1", status: "pending" } }),
      );
    });
});

const ports = { slack: await listen(slack), partner: await listen(partner) };

answerQuestions(() => ports);
