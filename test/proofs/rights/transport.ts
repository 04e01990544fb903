import type { Case } from "./case.ts";
import { approval, send } from "./forged.ts";

const zeros = "0".repeat(64);
const ampleBody = `payload=${"x".repeat(4 * 1024 * 1024)}`;

/** Cases about requests that the receiver has to refuse or accept. */
export const transport: readonly Case[] = [
  {
    what: "1 a request without a signature",
    answers: 401,
    does: async (scene) => send(scene, await approval(scene), { signature: [] }),
  },
  {
    what: "2 an empty signature",
    answers: 401,
    does: async (scene) => send(scene, await approval(scene), { signature: [""] }),
  },
  {
    what: "3 a signature of a few digits",
    answers: 401,
    does: async (scene) => send(scene, await approval(scene), { signature: ["v0=abc"] }),
  },
  {
    what: "4 a signature of another version",
    answers: 401,
    does: async (scene) => send(scene, await approval(scene), { signature: [`v1=${zeros}`] }),
  },
  {
    what: "5 the right signature of another body",
    answers: 401,
    does: async (scene) => send(scene, await approval(scene), { signed: "payload=%7B%7D" }),
  },
  {
    what: "6 a time that is five minutes and a second old",
    answers: 401,
    does: async (scene) => send(scene, await approval(scene), { ahead: -301 }),
  },
  {
    what: "7 a time an hour ahead",
    answers: 401,
    does: async (scene) => send(scene, await approval(scene), { ahead: 3600 }),
  },
  {
    what: "8 a time that is no number",
    answers: 401,
    does: async (scene) => send(scene, await approval(scene), { timestamp: "NaN" }),
  },
  {
    what: "9 a signature that is sent twice",
    answers: 401,
    does: async (scene) =>
      send(scene, await approval(scene), { signature: [`v0=${zeros}`, `v0=${zeros}`] }),
  },
  {
    what: "10 the same request a hundred times",
    buys: 1,
    answers: 200,
    does: async (scene) => {
      const body = await approval(scene);
      // All of them have one timestamp, and so the same bytes.
      const timestamp = String(Math.floor(scene.galley.clock.now() / 1000));
      const all = Array.from({ length: 100 }, () => send(scene, body, { timestamp }));
      const [first, ...others] = await Promise.all(all);
      return others.every((status) => status === first) ? first : others;
    },
  },
  {
    what: "11 an unsigned SSL check that carries a click",
    answers: 401,
    does: async (scene) => send(scene, `ssl_check=1&${await approval(scene)}`, { signature: [] }),
  },
  {
    what: "12 a body larger than anything that Slack sends",
    answers: 413,
    does: async (scene) => send(scene, ampleBody).catch(() => 413),
  },
  {
    what: "13 a content type with a charset is understood",
    buys: 1,
    answers: 200,
    does: async (scene) =>
      send(scene, await approval(scene), {
        type: "application/x-www-form-urlencoded; charset=UTF-8",
      }),
  },
];
