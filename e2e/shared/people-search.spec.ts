import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live, searchFor } from "#e2e/support/list.ts";
import { openPalette } from "#e2e/support/palette.ts";
import { inventPerson, peopleOf } from "#e2e/support/people.ts";

/* The list of people in its states: `components/core/people/people-view.browser.test.tsx`. */

const field = (page: Page) => page.getByRole("search").getByRole("textbox");
const rows = (page: Page) => page.getByRole("table").locator("[data-row]");

/** Records every address and every body that a page sends. */
function recordRequests(page: Page) {
  const [addresses, bodies]: [string[], string[]] = [[], []];
  page.on("request", (request) => {
    addresses.push(decodeURIComponent(request.url()));
    bodies.push(request.postData() ?? "");
  });
  return { addresses, bodies };
}

test.describe("support", () => {
  test.beforeEach(({ signInAs }) => signInAs("support"));

  test("types a part of a name without its accents, presses Enter, and gets the card with the PDF next in Tab order", async ({
    page,
    play,
    change,
  }) => {
    const { id, tag } = await play("pending-upload");
    const who = inventPerson();
    await change(id, who.searched());
    const { addresses, bodies } = recordRequests(page);
    await page.goto("/people");
    await expect(field(page)).toBeFocused();
    await expect(async () => {
      await field(page).fill(who.surname.replace("Ñ", "n").replace("ú", "U"));
      await expect(rows(page)).toHaveCount(1, { timeout: 2_000 });
    }).toPass();
    await expect(rows(page)).toContainText(who.name);
    await expect(rows(page)).toContainText(tag);
    await expect(rows(page)).toContainText("XEXZ…");
    expect(await page.content()).not.toContain(who.curp);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/verifications/${id}/people/${who.people_id}?from=people`);
    await expect(page.getByRole("heading", { level: 1, name: who.name })).toBeVisible();
    await expect(page.getByRole("link", { name: "Open the PDF" })).toBeFocused();

    // Back restores the results, though no address has the text.
    await page.goBack();
    await expect(page).toHaveURL("/people");
    await expect(rows(page)).toHaveCount(1);
    expect(await field(page).inputValue()).toMatch(/^nand/i);
    expect(bodies.some((body) => /nandU/.test(body))).toBe(true);
    expect(addresses.filter((address) => /n?and[uú]/i.test(address))).toEqual([]);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie, document.title]),
    );
    expect(kept).not.toMatch(/nand/i);

    // The beginning and the end of the CURP find them, as shown in the list.
    await searchFor(page, `${who.curp.slice(0, 4).toLowerCase()} ${who.curp.slice(-2)}`);
    await expect(rows(page).filter({ hasText: who.name })).toHaveCount(1);
    await searchFor(page, who.curp);
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press("Enter");
    const openings = page.getByRole("region", { name: "Opened by" }).getByRole("listitem");
    await expect(openings.filter({ hasText: "Search that showed people of this file" })).toHaveCount(1);
    await page.goBack();

    // A reload clears the text.
    await page.reload();
    await expect(field(page)).toHaveValue("");
  });
});

test("no searched or found text gets into a log, not even in a refusal", async ({
  apiAs,
  installation,
  play,
  change,
}) => {
  const { id } = await play("pending-upload");
  const who = inventPerson();
  await change(id, who.searched());
  const api = await apiAs("support");
  const find = (data: unknown) => api.post("/api/people/search", { data });
  await expect
    .poll(async () => (await (await find({ q: who.curp })).json()).items.map(({ name }: { name: string }) => name))
    .toEqual([who.name]);
  expect((await find({ q: who.surname, and: who.curp })).status()).toBe(400);
  expect((await find(`{ ${who.surname} ${who.curp}`)).status()).toBe(400);
  expect((await find({ q: `${who.curp} `.repeat(20) })).status()).toBe(400);
  expect((await api.get(`/api/verifications/${id}/people`)).ok()).toBe(true);
  const logs = [
    join("test-results", "installations", `${new URL(installation.origin).port}.log`),
    ...readdirSync(installation.dataDir, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".log"))
      .map((name) => join(installation.dataDir, name)),
  ].map((file) => readFileSync(file, "utf8"));
  expect(logs.join("\n").length).toBeGreaterThan(0);
  for (const log of logs) {
    expect(log).not.toContain(who.surname);
    expect(log).not.toContain(who.curp);
  }
});

test("a CURP typed into the verifications' search or the palette leads to its person, in no address", async ({
  page,
  play,
  observer,
  signInAs,
}) => {
  await signInAs("compliance");
  const { id } = await play("finished");
  const [person] = await peopleOf(observer, id);
  const curp = person?.external_identities.curp?.search_number ?? "";
  const { addresses } = recordRequests(page);
  await page.goto("/verifications?q=nothing-is-called-like-this");
  await live(page);
  await field(page).fill(curp);
  await expect(page.getByText("Press Enter to search people for it.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/people");
  await expect(field(page)).toHaveValue(curp);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(person?.full_name ?? "");
  expect(await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }]))).not.toContain(curp);

  // The CURP as it is printed.
  const printed = curp.toLowerCase();
  await field(page).fill(`${printed.slice(0, 4)} ${printed.slice(4, 10)}-${printed.slice(10)}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/verifications/${id}/people/${person?.people_id}?from=people`);

  await openPalette(page);
  await page.keyboard.insertText(curp);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/verifications/${id}/people/${person?.people_id}`);
  await expect(page.getByRole("heading", { level: 1, name: person?.full_name ?? "" })).toBeVisible();
  expect(addresses.filter((address) => address.toUpperCase().includes(curp.slice(0, 10)))).toEqual([]);
});
