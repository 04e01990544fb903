import type { HomeView, KnownBlock } from "@slack/types";

import type { Quote } from "../../domain/quote.ts";
import { actionIds } from "../ids.ts";
import { actions, button, context, header, limits, section } from "./blocks.ts";
import { howToBegin, whatFollows, whoApproves } from "./command-replies.ts";
import type { Desk } from "./desk.ts";
import { newestFirst, quoteLine } from "./quote-line.ts";
import { counted } from "./words.ts";

type Home = {
  readonly mine: readonly Quote[];
  readonly desk: Desk;
  readonly isAdmin: boolean;
  /** The direct message with the one who looks. */
  readonly direct: string;
};

/** App Home: how to begin, and my manuscripts, newest first. */
export function homeView({ mine, desk, isAdmin, direct }: Home): HomeView {
  const top: KnownBlock[] = [
    header("Galley, the translation desk"),
    section(`${howToBegin} ${whatFollows}${whoApproves(desk)}`),
    actions("home.begin", [
      button({
        label: "Translate a manuscript",
        actionId: actionIds.openForm,
        value: direct,
        style: "primary",
      }),
    ]),
    context(`\`/translate help\` lists the commands.${isAdmin ? adminWords : ""}`),
    { type: "divider" },
    header("My manuscripts"),
  ];
  return { type: "home", blocks: [...top, ...list(mine, desk, limits.homeBlocks - top.length)] };
}

const adminWords =
  " You are an admin: `/translate-usage` shows the credits of the partner account.";

function list(mine: readonly Quote[], desk: Desk, room: number): KnownBlock[] {
  if (mine.length === 0) {
    return [
      section(
        "You have none yet. Try it with a short text: the estimate comes within a minute, and nothing is translated before somebody approves it.",
      ),
    ];
  }
  const shown = newestFirst(mine).slice(0, Math.min(shownLimit, room - 1));
  const more = mine.length - shown.length;
  return [
    ...shown.map((quote) => section(quoteLine(quote, desk))),
    ...(more > 0 ? [context(`and ${counted(more, "older manuscript")}`)] : []),
  ];
}

const shownLimit = 50;
