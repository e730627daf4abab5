import { expect, NOT_FOUND_NOISE, test } from "./support/fixtures.ts";
import { openPalette } from "./support/palette.ts";

test.describe("the palette", () => {
  test("opens a verification by its tag, without the mouse", async ({ page, play, signInAs }) => {
    const { id, tag } = await play("finished");
    await signInAs("compliance");
    await page.goto("/");
    const field = await openPalette(page);
    await field.fill(tag);
    await expect(page.getByRole("option", { name: tag })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/verifications/${id}`);
    await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
  });

  test("opens by id what the list does not have, and says so when nobody knows it", async ({
    page,
    signInAs,
    expectedNoise,
  }) => {
    expectedNoise.push(...NOT_FOUND_NOISE);
    await signInAs("support");
    await page.goto("/verifications");
    const field = await openPalette(page);
    await field.fill("ver_that_nobody_knows");
    await page.getByRole("option", { name: "ver_that_nobody_knows" }).click();
    await expect(page).toHaveURL("/verifications/ver_that_nobody_knows");
    await expect(page.getByRole("main").getByRole("link", { name: "All verifications" })).toBeVisible();
  });

  test("goes to pages and changes the theme, in Spanish as well, whatever the accents", async ({ page, signInAs }) => {
    await signInAs("admin");
    await page.goto("/");
    await page.getByRole("button", { name: "Cambiar a español" }).click();
    await expect(page.getByRole("heading", { name: "Resumen", level: 1 })).toBeVisible();
    await (await openPalette(page)).fill("verificac");
    await page.getByRole("option", { name: "Verificaciones", exact: true }).click();
    await expect(page).toHaveURL("/verifications");
    await (await openPalette(page)).fill("TÉMA OSCURO");
    await page.getByRole("option", { name: "Tema oscuro" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test("puts nothing of what looks like a CURP into an address", async ({ page, signInAs }) => {
    await signInAs("support");
    await page.goto("/");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const field = await openPalette(page);
    await field.fill("BOXW310820HNERXN09");
    await expect(page.getByText("This looks like a CURP:")).toBeVisible();
    await expect(page.getByText("Nobody has it.")).toBeVisible();
    await expect(page.getByRole("option")).toHaveText(["Search people"]);
    await field.fill("overview");
    await expect(page.getByRole("option", { name: "Overview" })).toBeVisible();
    expect(asked.filter((line) => /BOXW/i.test(line))).toEqual([]);
    await expect(page).not.toHaveURL(/BOXW/i);
  });

  test("nor of one that is typed slowly", async ({ page, signInAs }) => {
    await signInAs("support");
    await page.goto("/");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const field = await openPalette(page);
    await field.pressSequentially("BOXW310820HNERXN09", { delay: 300 });
    await expect(page.getByText("This looks like a CURP:")).toBeVisible();
    expect(asked.filter((line) => line.includes("BOXW310820"))).toEqual([]);
    expect(asked.filter((line) => line.includes("q=BOXW&"))).not.toEqual([]);
  });

  test("searches for what may be a tag or the beginning of a CURP when told to", async ({
    page,
    sandbox,
    settled,
    signInAs,
  }) => {
    const { id, tag } = await sandbox.play("pending-upload", "FOLI-260116");
    await settled(id);
    await signInAs("support");
    await page.goto("/");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const field = await openPalette(page);
    await field.fill(tag);
    await expect(page.getByRole("option", { name: `Search for “${tag}”` })).toHaveAttribute("aria-selected", "true");
    expect(asked.filter((line) => line.includes(tag))).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option", { name: tag })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/verifications/${id}`);
  });

  test("opens with the Mac's key too, and a known verification by a part of its id", async ({
    page,
    play,
    signInAs,
  }) => {
    const { id, tag } = await play("finished");
    await signInAs("compliance");
    await page.goto("/verifications");
    await openPalette(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Meta+k");
    const field = page.getByRole("dialog").getByRole("combobox");
    await expect(field).toBeFocused();
    await field.fill(id.slice(5, 20));
    await page.getByRole("option", { name: tag }).click();
    await expect(page).toHaveURL(`/verifications/${id}`);
  });

  test("closes with Escape and leaves the focus where it was", async ({ page, signInAs }) => {
    await signInAs("compliance");
    await page.goto("/verifications");
    const search = page.getByRole("search").getByRole("textbox");
    await search.focus();
    await openPalette(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(search).toBeFocused();
  });
});
