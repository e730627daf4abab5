import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { rowOf, search, table } from "./support/list.ts";

/** Every address that the page asks for, itself included. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
  page.on("framenavigated", (frame) => addresses.push(decodeURIComponent(frame.url())));
  return addresses;
}

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test.describe("a malformed address", () => {
  test("is named part by part, and the rest of it holds", async ({ page, play }) => {
    const { tag } = await play("finished-high-findings");
    const long = "x".repeat(201);
    await page.goto(
      `/verifications?q=${tag}&severity=high,grave&created_from=2026-02-30&created_to=soon&sort=random&tag=a&tag=b&label=${long}`,
    );
    const note = page.getByRole("status").filter({ hasText: "Parts of the address were ignored" });
    for (const line of [
      "severity: not a value that this list knows",
      "created_from: not a date (such as 2026-11-20)",
      "created_to: not a date (such as 2026-11-20)",
      "sort: not a value that this list knows",
      "tag: given more than once",
      "label: longer than 200 characters",
    ]) {
      await expect(note.getByText(line)).toBeVisible();
    }
    await expect(rowOf(page, tag)).toBeVisible();
    await note.getByRole("button", { name: "Dismiss" }).click();
    await expect(note).toBeHidden();
  });

  for (const query of ["?%", "?q=%00", "?cursor=nonsense", "?limit=-1", "?q[]=a&__proto__=b", "?status=,,,"]) {
    test(`such as ${query} still shows the list`, async ({ page }) => {
      await page.goto(`/verifications${query}`);
      await expect(table(page).getByRole("link").first()).toBeVisible();
    });
  }
});

test.describe("a CURP", () => {
  // Well-formed and nobody's: the check digit is wrong on purpose.
  const CURP = "GOMC850101HDFRRL00";

  test("typed into the search gets into no address and no request", async ({ page }) => {
    const addresses = addressesOf(page);
    await page.goto("/verifications");
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await search(page).pressSequentially(CURP.toLowerCase());
    await expect(page.getByText("That looks like a CURP.")).toBeVisible();
    await search(page).press("Enter");
    await expect(page).toHaveURL("/verifications");
    await expect(search(page)).toHaveValue(CURP.toLowerCase());
    // From its eleventh character on it tells who is meant.
    expect(addresses.filter((address) => address.toUpperCase().includes(CURP.slice(0, 11)))).toEqual([]);
  });

  test("pasted with other text or spaces neither", async ({ page }) => {
    const addresses = addressesOf(page);
    await page.goto("/verifications");
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await search(page).fill(`caso ${CURP.slice(0, 4)} ${CURP.slice(4, 10)} ${CURP.slice(10)}`);
    await expect(page.getByText("That looks like a CURP.")).toBeVisible();
    await search(page).press("Enter");
    await expect(page).toHaveURL("/verifications");
    expect(addresses.filter((address) => address.toUpperCase().replaceAll(/\W/g, "").includes(CURP))).toEqual([]);
  });

  test("that somebody put into an address is taken out of it, and the page says so", async ({ page, play }) => {
    const { tag } = await play("finished");
    await page.goto(`/verifications?status=finished&tag=${CURP}&q=${tag}`);
    await expect(page.getByRole("status").filter({ hasText: "A part of the address was ignored" })).toContainText(
      "shaped like a CURP",
    );
    await expect(page).toHaveURL(`/verifications?status=finished&q=${tag}`);
    await expect(rowOf(page, tag)).toBeVisible();
  });
});
