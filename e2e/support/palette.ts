import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Opens the palette by keyboard once the page listens, and waits for its input. */
export async function openPalette(page: Page) {
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: /^(Search and|Búsqueda y) / })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const field = page.getByRole("dialog").getByRole("combobox");
  await expect(field).toBeFocused();
  return field;
}
