import { type Socket, connect } from "node:net";

/**
 * Sends requests over several connections: each sends its next one after the last answer. The
 * sockets are raw, since a full client would cost more than the servers under test. Rejects when an
 * answer is not 200.
 */
export async function sendAll(
  port: number,
  requests: readonly Buffer[],
  connections: number,
): Promise<void> {
  const queue = requests.values();
  await Promise.all(Array.from({ length: connections }, () => work(port, queue)));
}

/** One HTTP/1.1 request as bytes. */
export function rawRequest(headers: Readonly<Record<string, string>>, body: string): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  const head = `POST /slack/events HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n`;
  return Buffer.from(`${head}${lines.join("")}\r\n${body}`);
}

function work(port: number, queue: Iterator<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.on("error", reject).on("close", () => resolve());
    const next = () => {
      const request = queue.next();
      if (request.done === true) socket.end();
      else socket.write(request.value);
    };
    socket.once("connect", next);
    hear(socket, (status) => {
      if (status === "200") next();
      else socket.destroy(new Error(`answered with ${status}`));
    });
  });
}

/** Calls back with the status of each answer once its last byte is there. */
function hear(socket: Socket, onAnswer: (status: string) => void): void {
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
    if (!isWhole(text)) return;
    const status = text.slice(9, 12);
    text = "";
    onAnswer(status);
  });
}

function isWhole(text: string): boolean {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const length = /content-length: (?<bytes>\d+)/iu.exec(text.slice(0, head))?.groups?.["bytes"];
  return length === undefined
    ? text.endsWith("0\r\n\r\n")
    : text.length >= head + 4 + Number(length);
}
