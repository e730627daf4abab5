import type { Page } from "@playwright/test";
import { violationsInTheDark, violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, rowOf, search, searchFor, table } from "#e2e/support/list.ts";

/** Collects every address that the page requests, including its own. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
  page.on("framenavigated", (frame) => addresses.push(decodeURIComponent(frame.url())));
  return addresses;
}

// A well-formed CURP of no person: the check digit is wrong on purpose.
const CURP = "GOMC850101HDFRRL00";

/* The texts allowed in an address, and how each parameter is read: `lib/contract/verifications/verification-filter.test.ts`. */

test.beforeEach(({ signInAs }) => signInAs("compliance"));

test("a malformed address gets a message for each malformed part, its other parts apply, and a CURP is removed from it", async ({
  page,
  play,
}) => {
  const { tag } = await play("finished-high-findings");
  const note = page.getByRole("status").filter({ hasText: "Parts of the address were ignored" });
  await test.step("a message for each part", async () => {
    await page.goto(
      `/verifications?q=${tag}&severity=high,grave&created_from=2026-02-30&created_to=soon&sort=random&tag=a&tag=b&label=${"x".repeat(201)}`,
    );
    await live(page);
    for (const line of [
      "severity: not a value that this page knows",
      "created_from: not a date (such as 2026-11-20)",
      "created_to: not a date (such as 2026-11-20)",
      "sort: not a value that this page knows",
      "tag: given more than once",
      "label: longer than 200 characters",
    ]) {
      await expect(note.getByText(line)).toBeVisible();
    }
    await expect(rowOf(page, tag)).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    expect(await violationsInTheDark(page), "dark").toEqual([]);
    await note.getByRole("button", { name: "Dismiss" }).click();
    await expect(note).toBeHidden();
  });
  await test.step("a CURP or a part of one", async () => {
    await page.goto(`/verifications?status=finished&tag=${CURP}&q=${CURP.slice(4, 13)}`);
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

test("a CURP typed into the search, or a part of one, gets into no address and no request, however it is typed", async ({
  page,
  sandbox,
  settled,
}) => {
  /** The number of its characters for initials and date of birth. */
  const MAX_CHARACTERS = 10;
  const TYPING_PAUSE_MS = 450;
  const { id, tag } = await sandbox.play("pending-upload", "CASO-260115");
  await settled(id);
  const other = await sandbox.play("pending-upload", `${tag}-01`);
  await settled(other.id);
  const addresses = addressesOf(page);
  const revealing = () => addresses.filter((address) => address.toUpperCase().includes(CURP.slice(0, MAX_CHARACTERS)));
  await page.clock.install();
  await page.goto("/verifications?q=nothing-is-called-like-this");
  await live(page);

  await test.step("with a pause after each character", async () => {
    await search(page).fill("");
    for (const character of CURP) {
      await search(page).press(character);
      await page.clock.runFor(TYPING_PAUSE_MS);
    }
    await expect(page.getByText("This looks like a CURP or part of one.")).toBeVisible();
    await expect(page).toHaveURL("/verifications");
    expect(revealing()).toEqual([]);
    // The pauses were long enough: a text that may be an id or a tag was searched.
    expect(addresses.filter((address) => address.endsWith(`q=${CURP.slice(0, 5)}`))).not.toEqual([]);
  });
  await test.step("and back again, character by character", async () => {
    for (const _ of CURP.slice(MAX_CHARACTERS - 1)) {
      await search(page).press("Backspace");
      await page.clock.runFor(TYPING_PAUSE_MS);
    }
    await expect(page).toHaveURL(`/verifications?q=${CURP.slice(0, MAX_CHARACTERS - 1)}`);
    expect(revealing()).toEqual([]);
  });
  await test.step("in any identifying part", async () => {
    for (const part of [CURP.slice(4, 11), CURP.slice(2, 14), `${CURP.slice(0, 10)}AB1`]) {
      await search(page).fill(part);
      await expect(table(page).getByRole("link")).toHaveCount(0);
      await expect(page).toHaveURL("/verifications");
      expect(addresses.filter((address) => address.includes(part))).toEqual([]);
    }
  });
  await test.step("in a tag of that form, which is found without an address", async () => {
    await searchFor(page, tag);
    await expect(rowOf(page, `${tag}-01`)).toBeVisible();
    await search(page).press("End");
    await search(page).pressSequentially("-01");
    await expect(table(page).getByRole("link")).toHaveText([`${tag}-01`]);
    await expect(page).toHaveURL("/verifications");
    expect(addresses.filter((address) => address.includes(tag))).toEqual([]);
  });
  await test.step("unlike a tag of a similar form, which is searched while it is typed", async () => {
    await search(page).fill("");
    await search(page).pressSequentially("MSU110313AB1");
    await expect(page).toHaveURL("/verifications?q=MSU110313AB1");
  });
  await test.step("as a whole it leads to the people, in small letters too, and among other text and spaces", async () => {
    await search(page).fill(CURP.toLowerCase());
    await search(page).press("Enter");
    await expect(page).toHaveURL("/people");
    await expect(page.getByRole("search").getByRole("textbox")).toHaveValue(CURP.toLowerCase());
    await page.goBack();
    await live(page);
    await search(page).fill(`caso ${CURP.slice(0, 4)} ${CURP.slice(4, 10)} ${CURP.slice(10)}`);
    await expect(page.getByText("This looks like a CURP or part of one.")).toBeVisible();
    await search(page).press("Enter");
    await expect(page).toHaveURL("/people");
    expect(addresses.filter((address) => address.toUpperCase().replaceAll(/\W/g, "").includes(CURP))).toEqual([]);
    expect(revealing()).toEqual([]);
  });
});
