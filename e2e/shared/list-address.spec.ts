import { expect, test } from "#e2e/support/fixtures.ts";
import { live, search, table } from "#e2e/support/list.ts";

// A well-formed CURP of no person: the check digit is wrong on purpose.
const CURP = "GOMC850101HDFRRL00";

/*
 * The texts allowed in an address, and how each parameter is read: `lib/contract/verifications/verification-filter.test.ts`.
 * The note about malformed parts: `components/verifications/verifications-view.browser.test.tsx`.
 */
test("a CURP is removed from the address, gets into none and no request when it is typed, and leads to the people; an address of any kind shows the list", async ({
  page,
  signInAs,
}) => {
  const TYPING_PAUSE_MS = 450;
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
    await page.clock.install();
    await page.goto("/verifications?%&q[]=a&__proto__=b&cursor=nonsense&status=,,,&limit=-1");
    await live(page);
    await expect(table(page).getByRole("link").first()).toBeVisible();
  });
  await test.step("typed with a pause after each character", async () => {
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
    page.on("framenavigated", (frame) => addresses.push(decodeURIComponent(frame.url())));
    for (const character of CURP) {
      await search(page).press(character);
      await page.clock.runFor(TYPING_PAUSE_MS);
    }
    await expect(page.getByText("This looks like a CURP or part of one.")).toBeVisible();
    await search(page).press("Enter");
    await expect(page).toHaveURL("/people");
    await expect(page.getByRole("search").getByRole("textbox")).toHaveValue(CURP);
    // The pauses were long enough: a text that may be an id or a tag was searched.
    expect(addresses.filter((address) => address.endsWith(`q=${CURP.slice(0, 5)}`))).not.toEqual([]);
    // With the tenth character it has the initials and the date of birth.
    expect(addresses.filter((address) => address.includes(CURP.slice(0, 10)))).toEqual([]);
  });
});
