import type { Page } from "@playwright/test";
import { violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { found, inventPerson, missed, peopleOf, searched, WENDEL } from "#e2e/support/people.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name });
const part = (page: Page, name: string) => page.getByRole("table").getByRole("row").filter({ hasText: name });

test.beforeEach(({ signInAs }) => signInAs("support"));

test("the card shows all data of the registry in words and explains the CURP, or why the lookup failed, and leads to the file and its documents", {
  tag: "@journey",
}, async ({ page, context, play, change }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const { id, tag } = await play("pending-upload");
  const deed = { kind: "item_status", item_id: 4_012, item_type: "ac_mx", internal_status: "completed" };
  await change(
    id,
    deed,
    searched(800_001, found(WENDEL), { shareholder_id: 77, item_id: deed.item_id }),
    searched(800_002, missed("La CURP no cumple."), { people_error: "curp_format_error" }),
    searched(800_009, found({ ...WENDEL, gender: "MUJER" })),
  );
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
    await expect(page).toHaveTitle(/Person 800001/);
    await expect(page.getByText("Legal representative · Shareholder")).toBeVisible();
    const registry = region(page, "Registry data");
    for (const text of [
      WENDEL.curp,
      "WENDEL",
      "August 20, 1931",
      "NE, born abroad",
      "ALEMANIA",
      "CARTA DE NATURALIZACIÓN",
    ]) {
      await expect(registry).toContainText(text);
    }
    for (const text of ["00042", "March 5, 1962", "09, Ciudad de México", "CUAUHTÉMOC"]) {
      await expect(registry).toContainText(text);
    }
    await expect(registry).toContainText("not stated");
    await expect(page.getByText("Format valid")).toBeVisible();
    await expect(part(page, "Year of birth")).toContainText("1931");
    await expect(part(page, "Month of birth")).toContainText("August");
    await expect(part(page, "Sex")).toContainText("man");
    await expect(part(page, "State of birth")).toContainText("born abroad");
    await expect(part(page, "First letter of the second surname")).toContainText("X: there is none");
    await expect(part(page, "Century")).toContainText("born up to 1999");
    const pdf = page.getByRole("link", { name: "Open the PDF" });
    await expect(pdf).toHaveAttribute("href", `/api/verifications/${id}/people/800001/curp.pdf`);
    await expect(lookup).not.toContainText("Who can repeat the lookup");
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
  });

  await test.step("of a failed lookup, with the words for the caller and the team that can repeat it", async () => {
    await openCard("Persona 800002");
    await expect(lookup).toContainText("curp_format_error");
    await expect(reported).toContainText("No document stated");
    const sentence = "The CURP that we have for you is not written correctly. Please send us the correct one.";
    await expect(lookup).toContainText(`“${sentence}”`);
    await expect(lookup).toContainText("Who can repeat the lookup: the team that runs your own system");
    await lookup.getByRole("button", { name: "Copy the sentence" }).click();
    await expect(lookup.locator("[data-announced]").filter({ hasText: "Copied" })).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sentence);
    expect(await violationsOf(page), "failed").toEqual([]);
    await toFile.click();
    await expect(page).toHaveURL(`/verifications/${id}`);
  });

  await test.step("of data that differ from the CURP", async () => {
    await openCard("Persona 800009");
    await expect(lookup).toContainText("CURP found");
    expect(await violationsOf(page), "differences").toEqual([]);
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

test("a person leads to the same person in other verifications, by their CURP, which is in no address", async ({
  page,
  play,
  change,
  observer,
}) => {
  const { curp, name, people_id, searched: lookup } = inventPerson();
  const [here, there] = [await play("pending-upload"), await play("pending-upload")];
  await change(here.id, lookup());
  await change(there.id, lookup());
  // Opening a file has its people read.
  const named = async () => (await peopleOf(observer, there.id)).map(({ full_name }) => full_name);
  await expect.poll(named).toContain(name);
  await page.goto(`/verifications/${here.id}/people/${people_id}`);
  const others = page.getByRole("region", { name: /^Also in/ });
  const other = others.getByRole("listitem");
  await expect(other).toHaveCount(1);
  await expect(other).toContainText("Legal representative");
  await expect(other).toContainText("CURP found");
  await other.getByRole("link", { name: there.tag }).click();
  await expect(page).toHaveURL(`/verifications/${there.id}/people/${people_id}`);
  await expect(others.getByRole("link", { name: here.tag })).toBeVisible();
  expect(page.url()).not.toContain(curp);
});
