import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { violationsOf } from "#e2e/support/axe.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { expectLeftToBrowser } from "#e2e/support/links.ts";
import { live } from "#e2e/support/list.ts";
import { pdfOf, pdfWithoutItsFont, scannedPdf } from "#e2e/support/pdf.ts";
import { found, searched, WENDEL } from "#e2e/support/people.ts";
import { collectScripts, type Script } from "#e2e/support/scripts.ts";

const change = searched(800_001, found(WENDEL), { full_name: "Wendel Boureda" });

const viewer = (page: Page) => page.getByRole("region", { name: "PDF of Wendel Boureda" });
const pages = (page: Page) => viewer(page).getByRole("region", { name: "Pages of the PDF" });
const size = (page: Page) => viewer(page).getByRole("status", { name: "Size" });
const field = (page: Page) => viewer(page).getByRole("textbox", { name: "Find in the PDF" });
const link = (page: Page) => page.getByRole("link", { name: "Open the PDF" });
const pictures = (page: Page) => pages(page).locator("canvas");

/** Plays a verification with a person who has a PDF, and opens the card. */
const cardTest = test.extend<{ card: { id: string; scripts: Script[] } }>({
  card: [
    async ({ page, play, sandbox, settled, signInAs }, use) => {
      await signInAs("support");
      const { id } = await play("pending-upload");
      await sandbox.change(id, change);
      await settled(id);
      const scripts = collectScripts(page);
      await page.goto(`/verifications/${id}/people/800001`);
      await live(page);
      await use({ id, scripts: await scripts() });
    },
    { auto: true },
  ],
});

/** Answers the service's link with a document that the sandbox does not make. */
const serve = (page: Page, body: Buffer | string) =>
  page.route("**/curp.pdf", (route) => route.fulfill({ contentType: "application/pdf", body }));

/* Its failures: `components/core/pdf/pdf-viewer.browser.test.tsx`, and `lib/core/server/curp-file` for their causes. */
cardTest.describe("the PDF of a CURP", () => {
  cardTest(
    "opens beside the data with code that comes then, is searched, saved and printed from memory, and leads back to the file",
    { tag: "@journey" },
    async ({ page, card }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const large = card.scripts.filter(({ text }) => text.length > 400_000);
      expect(large.map(({ url }) => url)).toEqual([]);
      await expect(link(page)).toHaveAttribute("href", /\/curp\.pdf$/);
      await expectLeftToBrowser(link(page), "ctrl");
      await expect(viewer(page)).toHaveCount(0);

      const requests: string[] = [];
      page.on("request", (request) => requests.push(new URL(request.url()).pathname));
      const opened = collectScripts(page);
      await link(page).click();
      await expect(pictures(page)).toHaveCount(1);
      expect((await opened()).some(({ url }) => /pdf\.worker/.test(url))).toBe(true);
      expect(await violationsOf(page)).toEqual([]);
      await expect(page).toHaveURL(`/verifications/${card.id}/people/800001`);
      await expect(page.getByRole("region", { name: "Registry data" })).toBeVisible();
      await expect(pages(page).getByRole("article", { name: "Page 1 of 1" })).toContainText(WENDEL.curp);
      await expect(link(page)).toHaveAttribute("aria-expanded", "true");

      await field(page).fill("clave unica");
      const places = viewer(page).getByRole("search").getByRole("status");
      await expect(places).toHaveText("1 of 1, on page 1");
      await field(page).fill("boureda");
      await expect(places).toHaveText("1 of 1, on page 1");
      expect(await page.evaluate(() => [...(CSS.highlights.get("pdf-current") ?? [])].map(String))).toEqual([
        "BOUREDA",
      ]);
      await field(page).fill("nobody");
      await expect(places).toHaveText("Not found");

      const download = page.waitForEvent("download");
      await viewer(page).getByRole("button", { name: "Download" }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe("curp-800001.pdf");
      expect(readFileSync(await saved.path(), "latin1")).toMatch(/^%PDF-1\.4\n/);

      await page.evaluate(() => {
        window.print = () => {
          const sheets = [...document.querySelectorAll<HTMLImageElement>(".pdf-print img")];
          document.title = `printed ${sheets.map((sheet) => `${sheet.naturalWidth}×${sheet.naturalHeight}`)}`;
          window.dispatchEvent(new Event("afterprint"));
        };
      });
      await viewer(page).getByRole("button", { name: "Print" }).click();
      await expect(page).toHaveTitle("printed 1275×1650");
      await expect(page.locator(".pdf-print")).toHaveCount(0);

      expect(requests.filter((path) => path.endsWith("/curp.pdf"))).toHaveLength(1);
      const openings = page.getByRole("region", { name: "Opened by" }).getByRole("listitem");
      await expect(openings).toHaveCount(2);
      await expect(openings.first()).toContainText("PDF");
      await expect(openings.last()).toContainText("Data");

      const crumbs = page.getByRole("navigation", { name: "You are here" });
      await expect(crumbs.getByText("Person 800001")).toHaveAttribute("aria-current", "page");
      await crumbs.getByRole("link", { name: /E2E-/ }).click();
      await expect(page).toHaveURL(`/verifications/${card.id}`);
      await expect(crumbs.getByText(/E2E-/)).toHaveAttribute("aria-current", "page");
    },
  );

  cardTest("is read by the keyboard alone, and may be a scan or lack its fonts", async ({ page, card }) => {
    await serve(page, pdfOf(["Primera hoja", "Segunda hoja", "", "Última hoja"]));
    await expect(link(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(pages(page)).toBeFocused();
    await expect(pictures(page).first()).toBeVisible();

    const before = await size(page).textContent();
    await page.keyboard.press("+");
    await expect(size(page)).not.toHaveText(before ?? "");
    await page.keyboard.press("-");
    await page.keyboard.press("-");
    await page.keyboard.press("0");
    await expect(size(page)).toHaveText(before ?? "");
    await expect(viewer(page).getByRole("button", { name: "Fit to width" })).toHaveAttribute("aria-pressed", "true");

    const shown = (number: number) => viewer(page).getByRole("toolbar").getByText(`Page ${number} of 4`);
    for (let press = 0; press < 12; press += 1) await page.keyboard.press("PageDown");
    await expect(shown(4)).toBeAttached();
    await expect(pages(page).getByRole("article", { name: "Page 4 of 4" })).toContainText("Última hoja");
    await page.keyboard.press("Home");
    await expect(shown(1)).toBeAttached();

    await page.keyboard.press("Control+f");
    await expect(field(page)).toBeFocused();
    await page.keyboard.type("hoja");
    const places = viewer(page).getByRole("search").getByRole("status");
    await expect(places).toHaveText("1 of 3, on page 1");
    await page.keyboard.press("Shift+Enter");
    await expect(places).toHaveText("3 of 3, on page 4");
    await expect(shown(4)).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(places).toHaveText("1 of 3, on page 1");
    await page.keyboard.press("Escape");
    await expect(field(page)).toHaveValue("");
    await expect(field(page)).toBeFocused();

    await viewer(page).getByRole("button", { name: "Next page" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(shown(3)).toBeAttached();
    await expect(viewer(page).getByRole("button", { name: "Next page" })).toBeFocused();
    await expect(pages(page).getByRole("article", { name: "Page 3 of 4" })).toContainText("a picture without any text");

    await page.keyboard.press("Escape");
    await expect(viewer(page)).toHaveCount(0);
    await expect(link(page)).toBeFocused();
    await expect(page).toHaveURL(`/verifications/${card.id}/people/800001`);

    await cardTest.step("a scanned page, whose picture has to be decoded", async () => {
      await serve(page, scannedPdf());
      await link(page).click();
      await expect(pictures(page)).toHaveCount(1);
      const middle = () =>
        pictures(page).evaluate((canvas: HTMLCanvasElement) => [
          ...(canvas.getContext("2d")?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []),
        ]);
      await expect.poll(middle).toEqual([0, 0, 0, 255]);
      await expect(pages(page)).toContainText("a picture without any text");
      await page.keyboard.press("Escape");
    });

    await cardTest.step("fonts that cannot be drawn are reported, and the file can be saved", async () => {
      const file = pdfWithoutItsFont();
      await serve(page, file);
      await link(page).click();
      const notice = viewer(page).getByRole("alert");
      await expect(notice).toContainText("Part of this PDF cannot be shown here");
      const download = page.waitForEvent("download");
      await notice.getByRole("button", { name: "Download" }).click();
      expect(readFileSync(await (await download).path())).toEqual(file);
      await expect(pages(page)).not.toContainText("a picture without any text");
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await serve(page, pdfOf(["Con su fuente"]));
      await link(page).click();
      await expect(pages(page)).toContainText("Con su fuente");
      await expect(notice).toHaveCount(0);
      await page.keyboard.press("Escape");
    });

    await cardTest.step("what cannot be read as a PDF can be kept all the same, and is requested again", async () => {
      await serve(page, "%PDF-1.7 and nothing else");
      await link(page).click();
      const failure = viewer(page).getByRole("alert");
      await expect(failure).toContainText("cannot be read as one");
      const download = page.waitForEvent("download");
      await failure.getByRole("button", { name: "Download" }).click();
      expect(readFileSync(await (await download).path(), "latin1")).toBe("%PDF-1.7 and nothing else");
      await serve(page, pdfOf(["Otra vez"]));
      await failure.getByRole("button", { name: "Try again" }).click();
      await expect(pages(page)).toContainText("Otra vez");
      await page.keyboard.press("Escape");
      await expect(link(page)).toBeFocused();
    });
  });
});
