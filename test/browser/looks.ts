import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds that is serious or critical, by rule and place. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return await page.evaluate<readonly string[]>(`axe.run().then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`);
}

/** As wide as the widest thing on the page. */
export const widthOf = (page: Page) =>
  page.evaluate<number>("document.documentElement.scrollWidth");
