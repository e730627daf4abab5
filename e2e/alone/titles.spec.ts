import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { pressOn } from "#e2e/support/keyboard.ts";
import { live, rowOf, search, table } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { openPalette } from "#e2e/support/palette.ts";

const words = MESSAGES.en["file-titles"];
const NAME = "company › legal_name";
const RFC = "company › rfc";

/** The company in the service's answer about a file, once it was read. */
async function companyOf(api: APIRequestContext, id: string): Promise<{ legal_name: string; rfc: string }> {
  await api.post(`/api/verifications/${id}/read`, { data: { by_hand: false } });
  const company = async () => (await (await api.get(`/api/verifications/${id}`)).json()).other_fields.company;
  await expect.poll(company).toBeTruthy();
  return company();
}

const upToDate = (page: Page) => page.getByText(/^All files have these titles/);

/* The setting changes every list of the installation: the test removes it at its end. */
test("an administrator chooses the title fields, and everybody finds files by titles, which are in no address", async ({
  page,
  play,
  signInAs,
  apiAs,
}) => {
  const api = await apiAs("admin");
  const { id, tag } = await play("finished-high-findings");
  const { legal_name, rfc } = await companyOf(api, id);
  // The longest word after the first: short words, such as "del", occur in other addresses too.
  const [kind = "", ...others] = legal_name.replace(/,.*/, "").split(" ");
  const [place = ""] = others.toSorted((one: string, other: string) => other.length - one.length);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
  page.on("framenavigated", (frame) => addresses.push(decodeURIComponent(frame.url())));
  await signInAs("admin");

  await test.step("chosen from the fields of answers, by keyboard", async () => {
    await page.goto("/settings");
    const section = page.getByRole("region", { name: words.title });
    const [title, taxId] = [
      section.getByRole("group", { name: words.kind.title }),
      section.getByRole("group", { name: words.kind.tax_id }),
    ];
    await expect(title).toContainText(words.none);
    await expectAccessibleAtBothWidths(page);
    await pressOn(page, title.getByRole("button", { name: `Use ${NAME}` }));
    await title.getByLabel(words.pick).selectOption("/channel");
    await pressOn(page, title.getByRole("button", { name: words.add }));
    await pressOn(page, title.getByRole("button", { name: "Move channel up" }));
    await expect(title.getByRole("listitem").first()).toContainText("channel");
    await expect(title.getByRole("button", { name: "Move channel up" })).toBeFocused();
    await pressOn(page, title.getByRole("button", { name: "Remove channel" }));
    await expect(title.getByLabel(words.pick)).toBeFocused();
    await expect(title.getByRole("listitem")).toHaveText([new RegExp(NAME)]);
    await taxId.getByLabel(words.pick).selectOption("/company/rfc");
    await pressOn(page, taxId.getByRole("button", { name: words.add }));
    await expect(taxId.getByRole("listitem")).toContainText(RFC);
    await pressOn(page, section.getByRole("button", { name: words.save }));
    await expect(upToDate(page)).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await page.reload();
    await expect(title.getByRole("listitem")).toContainText(NAME);
  });

  await test.step("shown beside the tag in the list, and found by their words", async () => {
    await page.goto("/verifications?status=finished");
    await live(page);
    for (const text of [`${place} ${kind}`.toLowerCase(), legal_name, `${tag} ${place}`]) {
      await search(page).fill(text);
      await expect(page.getByRole("button", { name: `Remove Text: ${text}` })).toBeVisible();
      await expect(rowOf(page, tag)).toContainText(legal_name);
      await expect(page).toHaveURL("/verifications?status=finished");
    }
    await expect(rowOf(page, tag).getByRole("link")).toHaveAccessibleName(`${legal_name} ${tag}`);
    await expectAccessibleAtBothWidths(page);
  });

  await test.step("shown on the file's page; Back restores the search, another list begins without it", async () => {
    await rowOf(page, tag).getByRole("link").click();
    await expect(page.getByRole("heading", { name: legal_name, level: 1 })).toBeVisible();
    await expect(page.getByRole("article")).toContainText(rfc);
    await page.goBack();
    await expect(search(page)).toHaveValue(`${tag} ${place}`);
    await expect(rowOf(page, tag).getByRole("link")).toBeFocused();
    await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Overview" }).click();
    await expect(page).toHaveURL("/");
    await page
      .getByRole("navigation", { name: "Main navigation" })
      .getByRole("link", { name: "Verifications" })
      .click();
    await expect(page).toHaveURL("/verifications");
    await expect(search(page)).toHaveValue("");
    await page.goBack();
    await expect(page).toHaveURL("/");
    await page.goBack();
    await expect(search(page)).toHaveValue(`${tag} ${place}`);
    await page.reload();
    await expect(table(page).getByRole("link").first()).toBeVisible();
    await expect(search(page)).toHaveValue("");
  });

  await test.step("and in the palette", async () => {
    await (await openPalette(page)).fill(`${place} ${tag}`);
    await expect(page.getByRole("option", { name: tag })).toContainText(legal_name);
    await expect(page.getByRole("option", { name: tag })).toContainText(rfc);
    await page.keyboard.press("Escape");
  });

  await test.step("only the company's RFC may be in an address, and a name in an old address is removed", async () => {
    expect(addresses.filter((address) => address.includes(place) || address.includes(rfc))).toEqual([]);
    await page.goto("/verifications");
    await search(page).fill(rfc);
    await expect(page).toHaveURL(`/verifications?q=${rfc}`);
    await expect(rowOf(page, tag)).toBeVisible();
    await page.goto(`/verifications?status=finished&q=${encodeURIComponent(legal_name)}`);
    await expect(page).toHaveURL("/verifications?status=finished");
    await expect(search(page)).toHaveValue(legal_name);
    await expect(rowOf(page, tag)).toBeVisible();
  });

  await test.step("until the choice is removed, and files have their tags again", async () => {
    await page.goto("/settings");
    await page.getByRole("button", { name: `Remove ${NAME}` }).click();
    await page.getByRole("button", { name: `Remove ${RFC}` }).click();
    await page.getByRole("button", { name: words.save }).click();
    await expect(page.getByText(words.progress.tagsOnly)).toBeVisible();
    await page.goto(`/verifications?q=${tag}`);
    await expect(rowOf(page, tag).getByRole("link")).toHaveAccessibleName(tag);
    await page.goto("/audit");
    await expect(page.getByText(MESSAGES.en.audit.action.title_fields.chosen).first()).toBeVisible();
  });
});
