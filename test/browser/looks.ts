import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Lists the serious and critical violations that axe finds, by rule and place. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return await page.evaluate<readonly string[]>(`axe.run().then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`);
}

/** Measures the page by its widest element, in CSS pixels. */
export const widthOf = (page: Page) =>
  page.evaluate<number>("document.documentElement.scrollWidth");
