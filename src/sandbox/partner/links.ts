import { createHmac, timingSafeEqual } from "node:crypto";

import type { Task } from "./task.ts";
import { outputName } from "./views.ts";

type LinkDeps = { readonly secret: string; readonly now: () => number };
type LinkTerms = { readonly origin: string; readonly seconds: number };

/** Download links: absolute, signed, and dead after their time, also across a restart. */
export function createLinks({ secret, now }: LinkDeps) {
  const sign = (taskId: string, expires: number) =>
    createHmac("sha256", secret).update(`${taskId} ${expires}`).digest("hex");
  return {
    /** The `data` of a download response; not in the contract: the unit of expires_in (here seconds). */
    issue: (task: Task, { origin, seconds }: LinkTerms): Record<string, unknown> => {
      const expires = now() + seconds * 1_000;
      const query = new URLSearchParams({
        expires: `${expires}`,
        signature: sign(task.id, expires),
      });
      return {
        download_url: `${origin}/files/${task.id}?${query.toString()}`,
        expires_in: seconds,
        file_name: outputName(task),
        file_size: task.outputBytes ?? 0,
      };
    },
    /** The task whose file a link opens, while it does. */
    check: (link: URL): string | undefined => {
      const taskId = link.pathname.slice("/files/".length);
      const expires = Number(link.searchParams.get("expires"));
      const expected = Buffer.from(sign(taskId, expires));
      const given = Buffer.from(link.searchParams.get("signature") ?? "");
      const genuine = given.length === expected.length && timingSafeEqual(given, expected);
      return genuine && expires > now() ? taskId : undefined;
    },
  };
}
