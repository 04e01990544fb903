import type { ResumeOutcome } from "#domain/context.ts";
import type { FoundCards } from "#domain/recovery.ts";
import { actionIds } from "#features/shared/ids.ts";
import { notAdminReply } from "#features/shared/short-replies-view.ts";
import { type Message, actions, button, confirm, say, section } from "#slack/blocks.ts";
import { linkTo } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";

/** Asks an admin whether Galley goes on without its records; `links` lead to cards not restored. */
export function recordsLostCard(
  { taken, missed }: FoundCards,
  links: readonly string[],
  { locale }: ViewContext,
): Message {
  const { t, counted } = locale;
  const text = t`Galley’s database has lost records, so it no longer knows all that was approved and charged. Until an admin decides, nothing can be approved.`;
  const sentences = [
    t`I looked through my Slack cards of the last 90 days. Restored: ${counted(taken, "card")}.`,
    ...(missed === 0
      ? []
      : [
          t`Not restored: ${counted(missed, "card")}. What was approved there could be charged a second time.`,
          locale.enumerated(links.map((link, n) => linkTo(link, `${t`Open card`} ${n + 1}`))),
        ]),
  ];
  const ways = t`If there is a backup from after the last stop, stop Galley, restore it, and start again. Otherwise I can go on: for 90 days every approval says that earlier ones are not known.`;
  const resumeSales = button({
    label: t`Go on`,
    actionId: actionIds.resumeSales,
    value: "records",
    confirm: confirm({
      title: t`Go on without a backup?`,
      text: t`What no card mentions could be charged a second time.`,
      yes: t`Go on`,
      no: t`Cancel`,
    }),
  });
  return {
    text,
    blocks: [
      section(text),
      section(sentences.join(" ")),
      section(ways),
      actions("records", [resumeSales]),
    ],
  };
}

export function goOnReply(
  { status }: ResumeOutcome | { readonly status: "not-allowed" },
  context: ViewContext,
): Message {
  const { t } = context.locale;
  if (status === "not-allowed") return notAdminReply(context);
  const isUnchanged = status === "nothing-lost";
  return say(
    isUnchanged ? t`Nothing was changed.` : t`Galley works again: translations can be approved.`,
  );
}
