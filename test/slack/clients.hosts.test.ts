import { expect, test } from "vitest";

import { slackOnly } from "#slack/clients.ts";

const file = "files-pri/T1-F1/novel.txt";

test.each([undefined, "https://slack.com/api/", "https://slack.com/api"])(
  "with the Web API at %s Slack's own hosts may have the token",
  (apiUrl) => {
    const mayHaveToken = slackOnly(apiUrl);

    expect(mayHaveToken(new URL(`https://files.slack.com/${file}`))).toBe(true);
    expect(mayHaveToken(new URL(`https://acme.slack.com/${file}`))).toBe(true);
    expect(mayHaveToken(new URL("https://hooks.slack.com/commands/T1/1/x"))).toBe(true);
    expect(mayHaveToken(new URL(`https://files.slack-gov.com/${file}`))).toBe(false);
    expect(mayHaveToken(new URL(`http://files.slack.com/${file}`))).toBe(false);
    expect(mayHaveToken(new URL(`https://files.slack.com:8443/${file}`))).toBe(false);
  },
);

test("with the Web API of GovSlack its own hosts may have the token, and no others", () => {
  const mayHaveToken = slackOnly("https://slack-gov.com/api/");

  expect(mayHaveToken(new URL(`https://files.slack-gov.com/${file}`))).toBe(true);
  expect(mayHaveToken(new URL("https://hooks.slack-gov.com/commands/T1/1/x"))).toBe(true);
  expect(mayHaveToken(new URL(`https://files.slack.com/${file}`))).toBe(false);
  expect(mayHaveToken(new URL(`https://evil-slack-gov.com/${file}`))).toBe(false);
});

test.each([
  "http://127.0.0.1:4000/api/",
  "http://slack.com/api/",
  "https://slack.com.evil.example",
])("with the Web API at %s that origin may have the token, and no others", (apiUrl) => {
  const mayHaveToken = slackOnly(apiUrl);

  expect(mayHaveToken(new URL("/files/novel.txt", apiUrl))).toBe(true);
  expect(mayHaveToken(new URL("http://127.0.0.1:4001/files/novel.txt"))).toBe(false);
  expect(mayHaveToken(new URL(`https://files.slack.com/${file}`))).toBe(false);
});
