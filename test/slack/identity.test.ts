import { expect, test } from "vitest";

import { createSignIn } from "#slack/identity.ts";

import { aSlack } from "./world.ts";

test("the token of one workspace tells whose bot it is", async () => {
  await using world = await aSlack();
  const { signIn, heard } = aDoor(world);

  const { teamId, botUserId } = await signIn.untilAccepted(new AbortController().signal);

  expect([teamId, botUserId]).toEqual([world.slack.state.app.team.id, world.slack.app.botUserId]);
  expect(heard).toEqual([]);
});

test("the token of an org-wide install is refused, and what to do is said", async () => {
  await using world = await aSlack({ isOrgWide: true });
  const { signIn, heard, closing } = aDoor(world);

  await expect(signIn.untilAccepted(closing.signal)).rejects.toThrow(/abort/u);

  expect(heard).toEqual([expect.stringMatching(/org-wide install: install the app into one/u)]);
  expect(await signIn.check()).toEqual(heard);
});

/** Creates a sign-in that stops instead of waiting for a second try. */
function aDoor({ clients }: Awaited<ReturnType<typeof aSlack>>) {
  const heard: string[] = [];
  const closing = new AbortController();
  const signIn = createSignIn({
    clients,
    tick: () => 0,
    sleep: async () => closing.abort(),
    onTrouble: (sentence) => void heard.push(sentence),
  });
  return { signIn, heard, closing };
}
