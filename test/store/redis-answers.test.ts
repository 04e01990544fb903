import { describe, expect, test } from "vitest";

import { describeAnswer, isDemoted, redisAnswers } from "#store/redis-answers.ts";

/** Every first word that Redis' source gives an answer about the server itself. */
const aboutTheServer = `
  ASK BUSY CLUSTERDOWN CROSSSLOT LOADING MASTERDOWN MISCONF MOVED NOAUTH NOPERM NOREPLICAS OOM
  READONLY UNBLOCKED WRONGPASS
`
  .trim()
  .split(/\s+/u);

/** Answers about a command: each says what is wrong with the command, and nothing of the server. */
const aboutACommand =
  "ERR WRONGTYPE NOSCRIPT EXECABORT BUSYKEY BUSYGROUP NOGROUP TRYAGAIN NOPROTO".split(" ");

describe("an answer of Redis", () => {
  test.each(aboutTheServer)("%s says what is wrong with the server, and what helps", (word) => {
    const said = describeAnswer(new Error(`${word} and more`));

    expect(said).toMatch(new RegExp(`^\\(${word} and more\\)\\. [A-Z].*[.]$`, "u"));
  });

  test.each(aboutACommand)("%s stands in Redis’ own words", (word) => {
    const error = new Error(`${word} and more`);

    expect(describeAnswer(error)).toBe(`(${word} and more).`);
    expect(isDemoted(error)).toBe(false);
  });

  test("has a line in the table for nothing else", () => {
    expect(Object.keys(redisAnswers).toSorted()).toEqual(aboutTheServer.toSorted());
  });

  test.each([
    ["READONLY You can't write against a read only replica.", true],
    ["UNBLOCKED force unblock from blocking operation, instance state changed", true],
    ["MASTERDOWN Link with MASTER is down", true],
    ["LOADING Redis is loading the dataset in memory", false],
    ["OOM command not allowed when used memory > 'maxmemory'.", false],
    ["NOAUTH Authentication required.", false],
  ])("“%s” is of a server that is no primary any more: %s", (message, is) => {
    expect(isDemoted(new Error(message))).toBe(is);
  });
});
