import { expect, test } from "vitest";

import { effectiveTerms, withEdits } from "../../src/domain/glossary/glossary.ts";
import { outerHome, termHome } from "../../src/domain/glossary/term-home.ts";
import { layersOf } from "../../src/usecases/glossary/terms.ts";
import { noon } from "../builders.ts";
import { aDesk } from "./desk.ts";

const place = { workspace: "T1", channel: "C1" };
const ana = { by: "person", person: "UANA", at: noon } as const;

test("a book inherits what its series and its workspace decided, and its own word stands above", async () => {
  const { desk } = aDesk();
  const write = (home: string, ...edits: readonly (readonly [string, string])[]) =>
    desk.terms.change(home, (base) =>
      withEdits(
        base,
        "de",
        edits.map(([source, target]) => ({ source, target })),
        ana,
      ),
    );
  await write(outerHome("T1", { name: "workspace" }), ["Aaron", "W"], ["Maia", "W"], ["Ilse", "W"]);
  await write(outerHome("T1", { name: "series", series: "Clocks" }), ["Maia", "S"], ["Ilse", "S"]);
  await write(termHome({ place, book: "One" }), ["Ilse", "B"]);
  await desk.terms.change(termHome({ place, book: "One" }), (base) => ({
    ...base,
    series: "clocks",
  }));

  const inSeries = effectiveTerms(await layersOf(desk, { place, book: "One" }), "de");
  const alone = effectiveTerms(await layersOf(desk, { place, book: "Two" }), "de");

  const told = inSeries.map(({ source, target, layer }) => [source, target, layer]);
  expect(told).toEqual([
    ["Aaron", "W", "workspace"],
    ["Ilse", "B", "book"],
    ["Maia", "S", "series"],
  ]);
  expect(alone.map(({ target }) => target)).toEqual(["W", "W", "W"]);
});
