import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * What axe finds on the page as it stands, in words that a failing test can show. It looks within the page: without
 * frames there is nothing that its second page, a new one each time, would put together.
 */
export async function faultsOf(page: Page, { graveOnly = false } = {}): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => !graveOnly || impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.html} ${node.failureSummary ?? ""}`),
    );
}

/** The same in the light theme and in the dark one, on one and the same page: its state is reached once for both. */
export async function faultsInBothThemes(page: Page, options: { graveOnly?: boolean } = {}): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await still(page);
    found.push(...(await faultsOf(page, options)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}

/** In neither theme does axe find anything grave, and nothing scrolls sideways. */
export async function expectSound(page: Page): Promise<void> {
  expect(await faultsInBothThemes(page, { graveOnly: true })).toEqual([]);
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(tooWide, "pixels to scroll sideways").toBeLessThanOrEqual(0);
}

/** Colours may fade into each other: what ends by itself has ended. */
const still = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {};
      return typeof endTime === "number" && Number.isFinite(endTime);
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
