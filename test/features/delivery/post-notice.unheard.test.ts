import { expect, test } from "vitest";

import { SlackRefusedError } from "#domain/errors.ts";
import { type NoticeAbout, type NoticeState } from "#domain/notices.ts";
import { postNotice } from "#features/delivery/post-notice.ts";

import { anOffer, testAppContext } from "../../support/app-context.ts";
import { aThread } from "../../support/fake-thread.ts";

const trouble = { topic: "stranded", key: "run-1" } as const;
const stranded = { ...trouble, kind: "tell-admins" } as const;
const card = { ...trouble, kind: "admin-card", admin: "U0ADA" } as const;
const posted: NoticeState = { status: "said", ts: "1.1", channel: "D0ADA" };

/** Posts the first of these notices; returns why nobody heard, as the readiness check says it. */
async function unheardOf(
  notices: readonly (readonly [NoticeAbout, NoticeState])[],
  admins: readonly string[],
) {
  const reasons: string[] = [];
  const refused = () => Promise.reject(new SlackRefusedError("user_not_found"));
  const thread = aThread();
  const { ctx } = testAppContext({
    people: { roles: async () => ({ admins: new Set(admins), approvers: new Set() }) },
    thread: { ...thread, thread: { ...thread.thread, post: refused } },
  });
  const own = {
    ...ctx,
    refusals: { ...ctx.refusals, unheard: (why: string) => void reasons.push(why) },
  };
  const { quote } = await own.quoteStore.add(
    anOffer({ notices: notices.map(([about, state], n) => ({ id: `notice-${n}`, about, state })) }),
  );
  await postNotice(own, quote, quote.notices[0]?.id ?? "");
  return reasons;
}

test("trouble that no admin is there to hear of is noted for the operator", async () => {
  expect(await unheardOf([[stranded, { status: "due" }]], [])).toEqual(["no admin is listed"]);
  expect(await unheardOf([[stranded, { status: "due" }]], ["U0ADA"])).toEqual([]);
});

test("an admin who heard of other trouble has not heard of this", async () => {
  const other = { ...card, key: "run-2" } as const;
  const second = { ...card, admin: "U0EVE" } as const;

  expect(
    await unheardOf(
      [
        [card, { status: "due" }],
        [other, posted],
      ],
      ["U0ADA"],
    ),
  ).toEqual(["user_not_found"]);
  expect(
    await unheardOf(
      [
        [card, { status: "due" }],
        [second, posted],
      ],
      ["U0ADA"],
    ),
  ).toEqual([]);
});
