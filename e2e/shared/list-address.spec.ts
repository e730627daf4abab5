import { expect, test } from "#e2e/support/fixtures.ts";
import { live, table } from "#e2e/support/list.ts";

// A well-formed CURP of no person: the check digit is wrong on purpose.
const CURP = "GOMC850101HDFRRL00";

/*
 * The texts allowed in an address, and how each parameter is read: `lib/core/contract/verifications/verification-filter.test.ts`.
 * The note about malformed parts, and a CURP that is typed: `components/desk/verifications/verifications-view.browser.test.tsx`.
 */
test("a CURP is removed from the address, and an address of any kind shows the list", async ({ page, signInAs }) => {
  await signInAs("compliance");
  await test.step("in the address", async () => {
    await page.goto(`/verifications?status=finished&tag=${CURP}&q=${CURP.slice(4, 13)}`);
    const note = page.getByRole("status").filter({ hasText: "Parts of the address were ignored" });
    await expect(note).toContainText("shaped like a CURP");
    await expect(page).toHaveURL("/verifications?status=finished");
    await expect(table(page).getByRole("link").first()).toBeVisible();
  });
  await test.step("an address of any kind still shows the list", async () => {
    for (const query of ["?%", "?q=%00"]) {
      const answer = await page.request.get(`/verifications${query}`);
      expect(answer.status(), query).toBe(200);
      expect(await answer.text(), query).toMatch(/<a [^>]*href="\/verifications\/ver_/);
    }
    // The page also hydrates on this address.
    await page.goto("/verifications?%&q[]=a&__proto__=b&cursor=nonsense&status=,,,&limit=-1");
    await live(page);
    await expect(table(page).getByRole("link").first()).toBeVisible();
  });
});
