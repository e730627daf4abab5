import type { Locator } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { cellsOf } from "./support/list.ts";

/** Engines differ in which kind of space they put before a unit. */
const plain = (text: string | null): string => (text ?? "").replaceAll(/\s+/g, " ");

/** The instant of a `time`, as its reader has to find it on hover. */
async function expectExactOnHover(time: Locator, timeZone: string) {
  const at = new Date((await time.getAttribute("datetime")) ?? "");
  const exact = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "long", timeZone }).format(at);
  await expect.poll(async () => plain(await time.getAttribute("title"))).toBe(plain(exact));
}

for (const timeZone of ["America/Mexico_City", "Asia/Tokyo"]) {
  test.describe(`A reader in ${timeZone}`, () => {
    test.use({ timezoneId: timeZone });

    test("reads every time on that clock, with the exact instant on hover", async ({ page, play, signInAs }) => {
      await signInAs("compliance");
      const { id, tag } = await play("finished");
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/verifications?q=${tag}`);
      const cell = await cellsOf(page, tag);
      await expect(cell("Last activity")).toContainText(/ago|now/);
      for (const title of ["Created", "Last activity"]) {
        await expectExactOnHover(cell(title).getByRole("time").first(), timeZone);
      }
      await page.goto(`/verifications/${id}`);
      const stay = page.getByRole("region", { name: "Document status" }).getByRole("table").getByRole("time").first();
      await expectExactOnHover(stay, timeZone);
      const at = new Date((await stay.getAttribute("datetime")) ?? "");
      const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", timeZone }).format(at);
      await expect.poll(async () => plain(await stay.textContent())).toContain(plain(clock));
    });
  });
}
