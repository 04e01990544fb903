import { type Story, aCardOf, aSerialOf, aText } from "./cards.ts";

const novel = aText("novel", 3000);
const [two, three] = [aSerialOf(["1", "2"], 3000), aSerialOf(["1", "2", "3"], 3000)];

/** Two people click, each on a card of their own. */
const story = (name: string, given: Partial<Story> & Pick<Story, "cards" | "texts">): Story => ({
  name,
  processes: 2,
  partner: "prompt",
  work: "beside",
  plays: ["send", "give-up"],
  apart: { a: ["click"], b: ["click"] },
  comesTo: ["again"],
  approvers: { a: ["U0ANA"], b: ["U0ADA"] },
  ...given,
  chances: { clicks: 3, ...given.chances },
});

/** The cards are alike: what is true of one that others come between is true of the other. */
const twoChannels = {
  cards: [aCardOf(novel, "a"), aCardOf(novel, "b")],
  texts: [novel],
  apart: { a: ["click", "send"] },
} as const;

const grown = {
  cards: [aCardOf(two, "a"), aCardOf(three, "b")],
  texts: [two, three],
  plays: ["measure", "send", "give-up"],
  comesTo: ["again", "continued"],
} as const;

const turned = {
  cards: [aCardOf(novel, "a", { target: "es" }), aCardOf(novel, "b", { target: "es" })],
  texts: [novel],
  languages: ["es", "fr"],
  comesTo: ["again", "continued"],
  apart: { a: ["click"] },
} as const;

export const stories: readonly Story[] = [
  story("one text in two channels, people who go on clicking", {
    ...twoChannels,
    partner: "atomic",
  }),
  story("one text in two channels, delivered", {
    ...twoChannels,
    plays: ["send", "give-up", "poll"],
    chances: { clicks: 2 },
  }),
  story("one text in two channels, a crash and a lost answer", {
    ...twoChannels,
    chances: { clicks: 2, crashes: 1, lostReplies: 1 },
  }),
  story("a serial and what it has grown to", grown),
  story("a serial and what it has grown to, a crash", {
    ...grown,
    apart: { b: ["click", "send"] },
    chances: { clicks: 2, crashes: 1 },
  }),
  story("two cards turned into another language", {
    ...turned,
    chances: { languages: 2 },
  }),
  story("two cards turned into another language, and back", {
    ...turned,
    chances: { languages: 3, clicks: 2 },
  }),
];
