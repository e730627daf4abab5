import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { dayAfter, instantFromMs } from "#lib/platform/contract/time.ts";
import { dateIn } from "#lib/platform/contract/working-time.ts";

const SETTINGS = "/api/settings/review";
const today = () => dateIn(instantFromMs(Date.now()), "America/Mexico_City");

const section = (page: Page) => page.getByRole("region", { name: "Dates of documents" });
const dialog = (page: Page) => page.getByRole("dialog");
const lanes = (page: Page) => page.getByRole("navigation", { name: "Lanes" });

test("an admin names documents, an officer enters their dates, and a customer comes to the lane and leaves it", {
  tag: "@journey",
}, async ({ page, play, apiAs, signInAs }) => {
  const admin = await apiAs("admin");
  const before = await (await admin.get(SETTINGS)).json();
  const { id, tag } = await play("finished-clean");

  try {
    await test.step("nothing is on by default: neither the file nor the desk knows of dates", async () => {
      await signInAs("compliance");
      await page.goto(`/verifications/${id}`);
      await live(page);
      await expect(page.getByRole("heading", { name: "Findings" })).toBeVisible();
      await expect(section(page)).toHaveCount(0);
    });

    await test.step("a regime proposes documents, which the admin keeps", async () => {
      await signInAs("admin");
      await page.goto("/settings/review");
      await page.getByRole("button", { name: "Vulnerable activity (LFPIORPI)" }).click();
      await expect(page.getByRole("textbox", { name: "Name in English" })).toHaveCount(5);
      await expectAccessibleAtBothWidths(page);
      await page.getByRole("button", { name: "Save rules" }).click();
      await expect(page.getByText("Saved. All files are being checked against these rules.")).toBeVisible();
      const { documents, yearly_check } = await (await admin.get(SETTINGS)).json();
      expect(documents).toHaveLength(5);
      expect(documents[0]).toMatchObject({ key: "proof_of_address", max_age_months: 3, first_day: today() });
      expect(yearly_check).toMatchObject({ months: 12, first_day: today() });
    });

    await test.step("D opens the dates, Enter saves each and goes on", async () => {
      await signInAs("compliance");
      await page.goto(`/verifications/${id}`);
      await live(page);
      await expect(section(page)).toContainText("Proof of address");
      await expect(section(page)).toContainText("Not known");
      await page.keyboard.press("d");
      const proof = dialog(page).getByRole("form", { name: "Proof of address" });
      await expect(proof.getByLabel("Issued")).toBeFocused();
      await expectAccessibleAtBothWidths(page);
      await proof.getByLabel("Issued").fill(dayAfter(today(), -200));
      await page.keyboard.press("Enter");
      await expect(proof).toContainText("Saved");
      await expect(
        dialog(page).getByRole("form", { name: "Tax certificate (CSF)" }).getByLabel("Issued"),
      ).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(section(page)).toContainText("Over 3 months old");
    });

    await test.step("the acceptance names the old document and asks for a reason", async () => {
      await page.keyboard.press("r");
      await expect(dialog(page).getByRole("radio", { name: "Accept" })).toBeFocused();
      await page.keyboard.press("1");
      await expect(dialog(page)).toContainText("A document older than the policy allows");
      await expect(dialog(page)).toContainText("Proof of address");
      await dialog(page)
        .getByRole("textbox", { name: /^Reason/ })
        .fill("Se tuvo a la vista uno reciente.");
      await page.keyboard.press("Control+Enter");
      await expect(dialog(page)).toHaveCount(0);
    });

    await test.step("a stated relationship whose check is due brings the file to the lane, apart from the decision", async () => {
      await section(page).getByRole("button", { name: "State a relationship…" }).click();
      await dialog(page).getByLabel("Since").fill("2023-03-14");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await expect(section(page)).toContainText("Not checked yet");
      const officer = await apiAs("compliance");
      const checked = { kind: "yearly_check", outcome: "complete", checked_on: dayAfter(today(), -400) };
      expect((await officer.post(`/api/verifications/${id}/statements`, { data: checked })).status()).toBe(201);
      await page.goto("/review?lane=dates");
      await expect(lanes(page).getByRole("link", { name: /^Due dates/ })).toBeVisible();
      await expect(page.getByRole("link", { name: new RegExp(tag) })).toContainText("Yearly check");
      await expectAccessibleAtBothWidths(page);
    });

    await test.step("the list has the dates in columns of their own, and hands them out as the import reads them", async () => {
      await page.goto("/verifications");
      await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Due dates" }).click();
      const row = page.getByRole("row", { name: new RegExp(tag) });
      await expect(row).toContainText("too old after");
      await expect(row).toContainText("Mar 14, 2023");
      await page.getByRole("columnheader", { name: "Customer since" }).getByRole("button").click();
      await expect(page).toHaveURL(/sort=relation_since/);
      await expectAccessibleAtBothWidths(page);
      await page.getByRole("button", { name: "Export list" }).click();
      await dialog(page)
        .getByRole("radio", { name: /^Dates/ })
        .click();
      const downloading = page.waitForEvent("download");
      await dialog(page).getByRole("link", { name: "Download file" }).click();
      const sheet = await readFile(await (await downloading).path(), "utf8");
      expect(sheet).toContain("2023-03-14");
      expect(sheet).toContain("proof_of_address");
    });

    await test.step("a check that waits for the customer opens the letter", async () => {
      await page.goto(`/verifications/${id}`);
      await live(page);
      await page.keyboard.press("v");
      await dialog(page)
        .getByRole("radio", { name: /^Pending/ })
        .click();
      await dialog(page).getByRole("button", { name: "Save the check" }).click();
      await expect(dialog(page).getByRole("heading", { name: /customer/ })).toBeVisible();
      await page.keyboard.press("Escape");
      await section(page).getByText("All statements").click();
      await expect(section(page)).toContainText("Yearly check: Pending with the customer");
    });

    await test.step("V checks the file: it leaves the lane, and the decision stays", async () => {
      await page.goto(`/verifications/${id}`);
      await live(page);
      await expect(section(page)).toContainText("Next");
      await page.keyboard.press("v");
      await expect(dialog(page)).toContainText("Proof of address: too old");
      await expect(dialog(page).getByRole("radio", { name: /^Complete Nothing/ })).toBeDisabled();
      await dialog(page)
        .getByRole("radio", { name: /^Complete with exceptions/ })
        .click();
      await dialog(page).getByRole("textbox", { name: "Reason for the exceptions" }).fill("Se pidió uno reciente.");
      await expectAccessibleAtBothWidths(page);
      await dialog(page).getByRole("button", { name: "Save the check" }).click();
      await expect(dialog(page)).toHaveCount(0);
      const detail = await (await admin.get(`/api/verifications/${id}`)).json();
      expect(detail.review).toMatchObject({ state: "resolved", resolution: "accepted" });
      const due = await (await admin.get("/api/verifications?due_dates=now")).json();
      expect(due.items.map((row: { verification_id: string }) => row.verification_id)).not.toContain(id);
    });
  } finally {
    const { version } = await (await admin.get(SETTINGS)).json();
    const restored = await admin.put(SETTINGS, { data: { ...before, version, documents: [], yearly_check: null } });
    expect(restored.ok()).toBe(true);
  }
});
