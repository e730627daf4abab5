import type { Page } from "@playwright/test";
import { violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { found, searched, WENDEL } from "#e2e/support/people.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name });

test.beforeEach(({ signInAs }) => signInAs("support"));

/* The data, the words for a caller, differences, other files: `components/desk/person/person-card.browser.test.tsx`. */
test("the card of a person shows the data of the registry, and leads to the document, its people and the file", async ({
  page,
  play,
  change,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { id, tag } = await play("pending-upload");
  const deed = { kind: "item_status", item_id: 4_012, item_type: "ac_mx", internal_status: "completed" };
  await change(id, deed, searched(800_001, found(WENDEL), { shareholder_id: 77, item_id: deed.item_id }));
  const lookup = region(page, "CURP lookup");
  const reported = lookup.getByRole("listitem");
  const toFile = page.getByRole("link", { name: `Verification ${tag}` });
  const openCard = async (name: string) => {
    await region(page, "People").getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  };
  await page.goto(`/verifications/${id}`);
  await live(page);

  await test.step("of a found person", async () => {
    await openCard("Persona 800001");
    await expect(page).toHaveURL(`/verifications/${id}/people/800001`);
    await expect(page).toHaveTitle(new RegExp(`^Person 800001 · ${tag}`));
    await expect(page.getByText("Legal representative · Shareholder")).toBeVisible();
    const registry = region(page, "Registry data");
    for (const text of [WENDEL.curp, "August 20, 1931", "09, Ciudad de México"])
      await expect(registry).toContainText(text);
    const pdf = page.getByRole("link", { name: "Open the PDF" });
    await expect(pdf).toHaveAttribute("href", `/api/verifications/${id}/people/800001/curp.pdf`);
    expect(await violationsOf(page)).toEqual([]);
  });

  await test.step("with the source document, which leads to its people", async () => {
    const document = "Articles of incorporation #4012";
    await expect(reported).toContainText("CURP found");
    await expect(reported).toContainText("Shareholder 77");
    await reported.getByRole("link", { name: document }).click();
    await expect(page).toHaveURL(`/verifications/${id}#item-4012`);
    const item = region(page, "Documents").getByRole("listitem").filter({ hasText: "#4012" });
    await expect(item).toBeFocused();
    await item.getByText("1 person").click();
    await item.getByRole("link", { name: "Persona 800001" }).click();
    const person = region(page, "People").getByRole("listitem").filter({ hasText: "Persona 800001" });
    await expect(person).toBeFocused();
    await person.getByRole("link", { name: document }).click();
    await expect(item).toBeFocused();
    await openCard("Persona 800001");
    await toFile.click();
    await expect(page).toHaveURL(`/verifications/${id}`);
  });

  await test.step("an absent person is reported as missing, and so is an unknown verification", async () => {
    await page.goto(`/verifications/${id}/people/1`);
    await expect(page.getByText("The service does not list this person")).toBeVisible();
    await page.getByRole("link", { name: "Go to the verification" }).click();
    await expect(page).toHaveURL(`/verifications/${id}`);
    for (const path of ["/verifications/ver_nobody/people/1", `/verifications/${id}/people/abc`]) {
      expect((await page.request.get(path)).status(), path).toBe(404);
    }
  });
});
