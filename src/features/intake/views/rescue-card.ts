import type { KnownBlock } from "@slack/types";

import type { SampleLines } from "../../../core/manuscript.ts";
import type { Quote } from "../../../core/quote.ts";
import { button, limits, plainText } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { Standing } from "../../estimate/views/card-standing.ts";
import { encodingActionId, taskValue } from "../../ids.ts";
import { encodingLabel } from "./encodings.ts";

export function doubtStanding({ t }: Tongue): Standing {
  return {
    lead: t`How is this manuscript to be read?`,
    rest: t`Its characters make sense in more than one way. Please choose the lines that read right; until then nothing is estimated, and nothing leaves this desk.`,
    note: t`If none of them reads right, please save the manuscript as UTF-8 and post it again.`,
  };
}

/** Some lines in each reading, and a button beside them that has the manuscript read like that. */
export function readingChoices(
  quote: Quote,
  samples: readonly SampleLines[],
  tongue: Tongue,
): KnownBlock[] {
  const candidates = quote.reading.status === "doubtful" ? quote.reading.candidates : [];
  return candidates.map((encoding) => {
    const lines = samples.find((sample) => sample.encoding === encoding)?.lines ?? [];
    const shown = lines.map((line) => plain(line, limits.lineShown)).join("\n");
    return {
      type: "section",
      text: plainText(shown || tongue.t`(I cannot show its lines just now.)`, limits.sectionText),
      accessory: button({
        label: encodingLabel(encoding, tongue),
        actionId: encodingActionId(encoding),
        value: taskValue({ quoteId: quote.id, key: encoding }),
      }),
    };
  });
}
