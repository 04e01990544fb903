import { once } from "node:events";

import { expect, test } from "vitest";
import { WebSocket } from "ws";

import { clientOf, startBoltOnSocket, startSlack } from "./fixture.ts";

test("over a socket, events, clicks and commands arrive and are acknowledged", async () => {
  await using slack = await startSlack();
  const heard: string[] = [];
  await using _bot = await startBoltOnSocket(slack, (app) => {
    app.event("message", async ({ event }) => void heard.push(event.type));
    app.command("/translate", async ({ ack }) => ack({ text: "Say /translate fr." }));
  });

  await slack.people.robin.posts({ channel: "#translations", text: "Hello" });
  const { answer } = await slack.people.robin.commands("/translate", "help");

  expect(heard).toEqual(["message"]);
  expect(answer).toMatchObject({ text: "Say /translate fr." });
  expect(slack.deliveries.sent()).toEqual([]);
});

test("an event that finds no socket open comes again once there is one", async () => {
  await using slack = await startSlack();
  const heard: unknown[] = [];
  await using bot = await startBoltOnSocket(slack, (app) => {
    app.event("message", async ({ context }) => void heard.push(context.retryNum));
  });
  await bot.stop();
  await slack.until(() => slack.sockets.connections() === 0);
  await slack.people.robin.posts({ channel: "#translations", text: "Anyone?" });
  await using _again = await startBoltOnSocket(slack, (app) => {
    app.event("message", async ({ context }) => void heard.push(context.retryNum));
  });

  await slack.deliveries.redeliver();

  expect(heard).toEqual([2]);
});

test("a bot that is told to reconnect hears on its new socket", async () => {
  await using slack = await startSlack();
  const heard: string[] = [];
  await using _bot = await startBoltOnSocket(slack, (app) => {
    app.event("message", async ({ event }) => void heard.push(event.type));
  });
  const opened = () => slack.exchanges().filter(({ name }) => name === "apps.connections.open");

  slack.sockets.disconnect("refresh_requested");
  await slack.until(() => opened().length === 2 && slack.sockets.connections() === 1);
  await slack.people.robin.posts({ channel: "#translations", text: "Still there?" });

  expect(heard).toEqual(["message"]);
});

test("a socket is let in by its ticket, once", async () => {
  await using slack = await startSlack();
  const { url = "" } = await clientOf(slack, slack.appToken).apps.connections.open({});
  const first = new WebSocket(url);
  await slack.until(() => slack.sockets.connections() === 1);
  const second = new WebSocket(url);

  await once(second, "error");

  expect(slack.sockets.connections()).toBe(1);
  first.terminate();
});
