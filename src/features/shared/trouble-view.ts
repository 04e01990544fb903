import type { Quote } from "#domain/quote.ts";
import type { Trouble } from "#domain/trouble.ts";
import { type Message, say } from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { linkTo, mentioning, when } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { namedInto } from "#slack/words.ts";

export function troubleWords({ fault, since }: Trouble, { t }: Locale): string {
  switch (fault) {
    case "file":
      return t`Slack hasn’t served the file since ${when(since)}. I keep trying.`;
    case "slack":
      return t`Slack hasn’t taken my messages since ${when(since)}. I keep trying.`;
    case "partner":
      return t`The partner hasn’t answered clearly since ${when(since)}. I keep trying.`;
    case "galley":
      return t`Something has gone wrong here since ${when(since)}. I keep trying, and the admins know.`;
  }
}

/** Tells the requester of a step that keeps failing. */
export function troubleReply(
  quote: Quote,
  trouble: Trouble,
  { link, context }: { readonly link?: string; readonly context: ViewContext },
): Message {
  const { locale } = context;
  const { t } = locale;
  const title = namedInto(quote, context);
  const sentence = t`${title}: ${troubleWords(trouble, locale)}`;
  const card = link === undefined ? [] : [linkTo(link, t`Open card`)];
  return say(mentioning([quote.request.by], [sentence, ...card].join("\n"), locale));
}
