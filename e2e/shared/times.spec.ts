import type { Locator } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { cellsOf, hintOn, rowOf } from "#e2e/support/list.ts";

/** Far from the zone of all other specs: it has another date. */
const timeZone = "Asia/Tokyo";

/** With plain spaces, since engines put different kinds of space before a unit. */
const plain = (text: string | null): string => (text ?? "").replaceAll(/\s+/g, " ");

/** Expects the exact instant of a `time` in the tooltip of an element. */
async function expectExactOnHover(time: Locator, element = time) {
  const at = new Date((await time.getAttribute("datetime")) ?? "");
  const exact = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "long", timeZone }).format(at);
  await expect.poll(async () => plain(await hintOn(element))).toBe(plain(exact));
}

test.use({ timezoneId: timeZone });

test("a reader in another time zone reads every time on the local clock, with the exact instant on hover", async ({
  page,
  play,
  signInAs,
}) => {
  await signInAs("compliance");
  const { tag } = await play("finished");
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`/verifications?q=${tag}`);
  const cell = await cellsOf(page, tag);
  await expect(cell("Activity")).toContainText(/ago|now/);
  for (const title of ["Created", "Activity"]) {
    await expectExactOnHover(cell(title).getByRole("time").first(), cell(title));
  }
  await rowOf(page, tag).getByRole("link").first().click();
  await page.getByRole("region", { name: "Document status" }).locator("summary").first().click();
  const stay = page.getByRole("region", { name: "Document status" }).getByRole("table").getByRole("time").first();
  await expectExactOnHover(stay);
  const at = new Date((await stay.getAttribute("datetime")) ?? "");
  const clock = new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit", timeZone }).format(at);
  await expect.poll(async () => plain(await stay.textContent())).toContain(plain(clock));
});
