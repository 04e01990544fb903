import { once } from "node:events";
import { type IncomingMessage, createServer, request } from "node:http";
import net from "node:net";

import { expect, test } from "vitest";

import { knowCaller, limitConnections } from "#http/connections.ts";

test("of many connections the oldest of an unknown caller gives way to a new one", async () => {
  const server = createServer((incoming, response) => {
    knowCaller(incoming);
    response.end();
  }).listen(0, "127.0.0.1");
  limitConnections(server, { most: 3, mostSlow: 3 });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const known = net.connect(port, "127.0.0.1");
  known.write("GET / HTTP/1.1\r\nhost: galley\r\n\r\n");
  await once(known, "data");
  const idle = [1, 2].map(() => net.connect(port, "127.0.0.1"));
  await Promise.all(idle.map((socket) => once(socket, "connect")));

  const left = Promise.race(idle.map((socket) => once(socket, "close")));
  const response = await new Promise<IncomingMessage>((resolve) => {
    request({ port, agent: false }, resolve).end();
  });

  expect(response.statusCode).toBe(200);
  await left;
  expect([...idle, known].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  for (const socket of [...idle, known]) socket.destroy();
  server.closeAllConnections();
  server.close();
});
