import { readFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { inventPerson } from "#e2e/support/people.ts";

const { audit, list } = MESSAGES.en;

const entries = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("list", { name: /newest first/ })
    .locator(":scope > li");

/** A webhook that was created, changed and deleted. */
async function changedWebhook(admin: APIRequestContext) {
  const fields = { url: "https://hooks.maderas.mx/svc?key=hunter2", events: ["verification.v2.created"] };
  const created = await (await admin.post("/api/webhooks", { data: { ...fields, description: "Billing" } })).json();
  await admin.put(`/api/webhooks/${created.id}`, {
    data: { url: "https://hooks.maderas.mx/v2", events: ["verification.v2.finished"], description: "Billing" },
  });
  await admin.delete(`/api/reveals/${created.reveal_id}`);
  await admin.delete(`/api/webhooks/${created.id}`);
  return created as { id: string; secret: string };
}

/* The contents of an export are tested by `app/api/audit.db.test.ts` and `lib/platform/contract/csv.test.ts`. */
test("the trail is narrowed by keyboard, shows values before and after, leads to an object, and is exported", async ({
  page,
  signInAs,
  apiAs,
  expectedNoise,
}) => {
  // An id links to a webhook that has been deleted since.
  expectedNoise.push(/status of 404/);
  const admin = await apiAs("admin");
  const { id, secret } = await changedWebhook(admin);
  await signInAs("admin");
  await page.goto("/audit");
  await expect(page.getByRole("heading", { name: audit.page.title, level: 1 })).toBeVisible();
  const field = page.getByRole("textbox", { name: audit.search.label });

  await test.step("the keyboard alone narrows the list", async () => {
    await field.focus();
    await page.keyboard.type(id);
    await expect(page).toHaveURL(new RegExp(`q=${id}`));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: audit.filters.action })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("checkbox", { name: audit.family.people })).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.getByText(audit.page.nothing.title)).toBeVisible();
    await page.keyboard.press("Space");
    await expect(entries(page)).toHaveCount(4);
    await page.keyboard.press("Escape");
  });
  await test.step("a change shows actor, action, and values before and after, without secrets", async () => {
    const entry = entries(page).filter({ hasText: "Changed a webhook" });
    await expect(entry).toContainText("admin@sandbox.local");
    await expect(entry).toContainText(/(127\.0\.0\.1|::1)/);
    await expect(entry).toContainText(audit.outcome.done);
    await expect(entry.locator("del")).toHaveText(["https://hooks.maderas.mx/svc", "verification.v2.created"]);
    await expect(entry.locator("ins")).toHaveText(["https://hooks.maderas.mx/v2", "verification.v2.finished"]);
    await expect(entry.getByRole("link")).toHaveAttribute("href", `/webhooks/${id}`);
    const text = await page.content();
    expect(text).not.toContain(secret);
    expect(text).not.toContain("hunter2");
    await expectAccessibleAtBothWidths(page);
    await entry.getByRole("link").press("Enter");
    await expect(page).toHaveURL(`/webhooks/${id}`);
  });
  await test.step("an export with its filter, without formulas for spreadsheets, which is on record", async () => {
    const created = await (await admin.post("/api/api-keys", { data: { id: '=1+1,"quoted"' } })).json();
    await admin.delete(`/api/reveals/${created.reveal_id}`);
    await admin.delete(`/api/api-keys/${created.id}`);
    await page.goto(`/audit?id=${created.id}&action=api_key.created`);
    await expect(entries(page)).toHaveCount(1);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^cotejo-audit-\d{4}-\d{2}-\d{2}\.csv$/);
    const text = readFileSync(await download.path(), "utf8");
    const [head, row, ...rest] = text.split("\r\n");
    expect(head).toMatch(/^\ufeff"entry_id","at","began_at","action","outcome"/);
    expect(row).toContain('"api_key.created","done"');
    // The value follows the name of its field, so that the cell does not begin with it.
    expect(row).toContain('"name: =1+1,""quoted"""');
    expect(rest).toEqual([""]);
    expect(text).not.toContain(created.api_key);
    const exported = async () => {
      const { items } = await (await admin.get("/api/audit?action=audit.exported")).json();
      return items[0];
    };
    await expect
      .poll(exported)
      .toMatchObject({ outcome: "done", after: { rows: 1, filter: expect.stringContaining(created.id) } });
  });
});

test("the trail shows current names of verifications and people, distinguishes names seen from an opening, stores only ids, and is found by a name that gets into no address", async ({
  page,
  signInAs,
  play,
  change,
}) => {
  const person = inventPerson();
  const { id, tag } = await play("pending-upload");
  await change(id, person.searched());
  await signInAs("support");
  await page.goto(`/verifications/${id}`);
  await page.getByRole("link", { name: person.name }).click();
  await expect(page.getByRole("heading", { name: person.name, level: 1 })).toBeVisible();
  await expect(page.getByText(person.curp).first()).toBeVisible();
  await signInAs("admin");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(`/audit?id=${id}&family=people`);
  const ofSupport = entries(page).filter({ hasText: "support@sandbox.local" });
  const opened = ofSupport.filter({ hasText: audit.action.people.opened });

  await test.step("names seen and an opening, with the current names; an export has ids and tags alone", async () => {
    for (const entry of [ofSupport.filter({ hasText: audit.action.people.named }), opened]) {
      await expect(entry.getByRole("link", { name: tag })).toHaveAttribute("href", `/verifications/${id}`);
      const link = entry.getByRole("link", { name: person.name });
      await expect(link).toHaveAttribute("href", `/verifications/${id}/people/${person.people_id}`);
    }
    const csv = await (await page.request.get(`/api/audit/export?id=${id}`)).text();
    expect(csv).toContain(`"${id}"`);
    expect(csv).toContain(`"${tag}"`);
    expect(csv).not.toContain(person.surname);
    await page.getByRole("button", { name: list.chips.clearAll }).click();
    await expect(page).toHaveURL(/\/audit$/);
  });

  const field = page.getByRole("textbox", { name: audit.search.label });
  await test.step("by person and CURP, which get into no address", async () => {
    for (const text of [
      person.surname.toLowerCase(),
      person.curp,
      `${person.curp.slice(0, 4)}…${person.curp.slice(-2)}`,
    ]) {
      await field.fill(text);
      await expect(page.getByRole("list", { name: "Applied filters" })).toContainText(text);
      await expect(opened).toHaveCount(1);
      await expect(opened.getByRole("link", { name: person.name })).toBeVisible();
      expect(page.url()).toMatch(/\/audit$/);
      await expect(page.getByRole("button", { name: audit.export })).toHaveAttribute("aria-disabled", "true");
    }
  });
  await test.step("by tag, and by single actions found by their words", async () => {
    await field.fill(tag);
    await expect(page).toHaveURL(new RegExp(`q=${tag}`));
    await expect(opened.getByRole("link", { name: tag })).toBeVisible();
    const named = new RegExp(`${person.surname}|${person.curp.slice(0, 10)}`, "i");
    expect(requested.filter((url) => named.test(decodeURIComponent(url)))).toEqual([]);
    await field.fill("opened curp");
    const actions = page.getByRole("region", { name: audit.search.actions });
    await actions.getByRole("button", { name: audit.action.curp_pdf.opened, exact: true }).click();
    await expect(page).toHaveURL(/\/audit\?action=curp_pdf\.opened$/);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
  });
});
