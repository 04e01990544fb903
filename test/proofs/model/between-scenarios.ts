import { minute, aRequest } from "../../builders.ts";
import { type Story, aCardOf, aSerialOf, aText, aTextOf, anEstimatedCard } from "./cards.ts";

const novel = aText("novel", 3000);
const sequel = aText("sequel", 3000);
const four = aSerialOf(["1", "2", "3", "4"], 1500);
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

/** The cards are alike, so interruptions of one card cover those of the other. */
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

const languageChoice = {
  cards: [aCardOf(novel, "a", { target: "es" }), aCardOf(novel, "b", { target: "es" })],
  texts: [novel],
  languages: ["es", "fr"],
  comesTo: ["again", "continued"],
  apart: { a: ["click"] },
} as const;

const automatic = {
  texts: [novel, sequel],
  plays: ["approve-by-policy", "send", "give-up"],
  apart: { a: ["approve-by-policy", "click"], b: ["approve-by-policy"] },
} as const;
const upTo = {
  autoApprovalUpTo: 4000,
  autoApprovalPerPersonDay: 8000,
  autoApprovalPerMonth: 8000,
};
const perDay = { ...upTo, autoApprovalPerPersonDay: 4000 };
const perMonth = { ...upTo, autoApprovalPerMonth: 4000 };

/** The first two chapters, and the other two. */
const halves = [[{ from: 0, to: 3000 }], [{ from: 3000, to: 6000 }]] as const;
const twoAbove = { secondApprovalAbove: 3000 };
const never = { secondApprovalAbove: 3000, capPerApproval: 5000 };
const inHalves = (policy: typeof twoAbove | typeof never) => ({
  cards: halves.map((part, n) => anEstimatedCard(four, n === 0 ? "a" : "b", policy, { part })),
  texts: [four],
  policy,
  plays: ["measure", "send", "give-up"] as const,
  apart: { b: ["click" as const] },
  approvers: { a: ["U0ANA"], b: ["U0ANA", "U0ADA"] },
});

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
  story("a serial and what it has grown to, in two languages", {
    ...grown,
    cards: [...grown.cards, aCardOf(three, "c", { target: "de" })],
    apart: { b: ["click"] },
    chances: { clicks: 2 },
  }),
  story("two cards turned into another language", {
    ...languageChoice,
    chances: { languages: 2 },
  }),
  story("two cards turned into another language, and back", {
    ...languageChoice,
    chances: { languages: 3, clicks: 2 },
  }),
  story("one text on two cards, approved automatically", {
    ...automatic,
    cards: [anEstimatedCard(novel, "a", upTo), anEstimatedCard(novel, "b", upTo)],
    policy: upTo,
    comesTo: ["again", "automatic"],
    chances: { clicks: 2 },
  }),
  story("automatic approval, a cap for a person and day", {
    ...automatic,
    cards: [anEstimatedCard(novel, "a", perDay), anEstimatedCard(sequel, "b", perDay)],
    policy: perDay,
    comesTo: ["automatic", "continued"],
    chances: { clicks: 2 },
  }),
  story("automatic approval, a cap for a month", {
    ...automatic,
    cards: [
      anEstimatedCard(novel, "a", perMonth),
      anEstimatedCard(sequel, "b", perMonth, { request: aRequest({ by: "U0ROBIN" }) }),
    ],
    policy: perMonth,
    comesTo: ["automatic", "continued"],
    chances: { clicks: 2 },
  }),
  story("one text in two halves, two approvers above one of them", {
    ...inHalves(twoAbove),
    comesTo: ["continued", "second"],
  }),
  story("one text in two halves, and never all of it", {
    ...inHalves(never),
    comesTo: [],
  }),
  story("a run that is called failed, and comes back", {
    cards: [aCardOf(novel, "a")],
    texts: [novel],
    plays: ["send", "give-up", "poll"],
    chances: { clicks: 3, failures: 2 },
  }),
  story("a run that is called failed, comes back, and stands on two cards", {
    ...twoChannels,
    apart: { a: ["click"] },
    plays: ["send", "give-up", "poll"],
    chances: { clicks: 2, failures: 1 },
  }),
  story("a clock that jumps while an answer is lost", {
    cards: [aCardOf(novel, "a")],
    texts: [novel],
    apart: { a: ["click", "send"] },
    comesTo: ["unknown"],
    nightMs: 17 * minute,
    chances: { clicks: 1, lostReplies: 1, jumps: 2, nights: 1 },
  }),
];

const watched = (name: string, given: Partial<Story> & Pick<Story, "cards">): Story =>
  story(name, {
    texts: [novel],
    isWatched: true,
    apart: {},
    approvers: { a: ["U0ANA"], b: ["U0ADA"] },
    ...given,
    chances: { clicks: 2, ...given.chances },
  });

const oneCard = { cards: [aCardOf(novel, "a")], comesTo: [] } as const;

/** What may happen to the store itself, and to the account. */
export const watchedStories: readonly Story[] = [
  watched("one text in two channels, an old copy of the store, usage that lags", {
    ...twoChannels,
    apart: {},
    goesBack: "restored",
    commitsBack: 4,
    comesTo: ["again", "unknown"],
    chances: { goingsBack: 1, lags: 1 },
  }),
  watched("one card, the store fails over in the middle of anything", {
    ...oneCard,
    apart: { a: ["click", "send"] },
    comesTo: ["unknown"],
    goesBack: "failed over",
    commitsBack: 4,
    chances: { goingsBack: 1 },
  }),
  watched("one card, an old copy of the store, the key forgotten", {
    ...oneCard,
    apart: { a: ["send"] },
    goesBack: "restored",
    comesTo: ["unknown"],
    chances: { clicks: 1, goingsBack: 1, nights: 1 },
  }),
  watched("one card, an old copy that looks complete", {
    ...oneCard,
    apart: { a: ["send"] },
    goesBack: "unseen",
    chances: { goingsBack: 1 },
  }),
  watched("one text in two channels, another program on the same account", {
    ...twoChannels,
    apart: {},
    chances: { others: 1 },
  }),
  watched("one card, the Galley of another workspace on the same store", {
    ...oneCard,
    chances: { foreign: 2 },
  }),
];

const [begun, ended, added] = [
  { name: "begun", characters: 3000 },
  { name: "ended", characters: 3000 },
  { name: "added", characters: 4000 },
];
const [short, long] = [aTextOf([[begun]]), aTextOf([[added, begun]])];
const [first, revised] = [
  aTextOf([[begun], [ended]]),
  aTextOf([[begun], [{ ...ended, characters: 2000 }, added]]),
];

/** Texts that share passages, known only by what the shipped code keeps of them. */
export const passageStories: readonly Story[] = [
  story("a text that comes again within another one", {
    cards: [aCardOf(short, "a"), aCardOf(long, "b")],
    texts: [short, long],
    plays: ["measure", "send", "give-up"],
    comesTo: ["again", "continued"],
    chances: { clicks: 2 },
  }),
  story("a chapter that was revised and has grown", {
    cards: [aCardOf(first, "a"), aCardOf(revised, "b")],
    texts: [first, revised],
    plays: ["measure", "send", "give-up"],
    comesTo: ["continued"],
    chances: { clicks: 2 },
  }),
];
