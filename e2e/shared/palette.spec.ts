import { expect, NOT_FOUND_NOISE, test } from "#e2e/support/fixtures.ts";
import { live, search } from "#e2e/support/list.ts";
import { openPalette } from "#e2e/support/palette.ts";

/** A well-formed CURP of no person: the check digit is wrong on purpose. */
const CURP = "GOMC850101HDFRRL00";

test.describe("the palette", () => {
  test("opens with either system's key, closes with Escape, leads to verifications and pages without the mouse, changes the theme, and opens an unknown id", async ({
    page,
    play,
    signInAs,
    expectedNoise,
  }) => {
    expectedNoise.push(...NOT_FOUND_NOISE);
    const [one, other] = [await play("finished"), await play("pending-upload")];
    await signInAs("admin");
    await page.goto(`/verifications?q=${one.tag}`);
    await live(page);
    await search(page).focus();
    await openPalette(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(search(page)).toBeFocused();
    await page.keyboard.press("Meta+k");
    const field = page.getByRole("dialog").getByRole("combobox");
    await expect(field).toBeFocused();
    await field.fill(one.id.slice(0, 20));
    await page.getByRole("option", { name: one.tag }).click();
    await expect(page).toHaveURL(`/verifications/${one.id}`);
    await (await openPalette(page)).fill(other.tag);
    await expect(page.getByRole("option", { name: other.tag })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/verifications/${other.id}`);
    await expect(page.getByRole("heading", { name: other.tag, level: 1 })).toBeVisible();

    const found = Promise.withResolvers<void>();
    await page.route("**/api/searches/verifications", async (route) => {
      await found.promise;
      await route.continue();
    });
    // Accents do not matter.
    await (await openPalette(page)).fill("DÁRK thëme");
    const dark = page.getByRole("option", { name: "Dark theme" });
    await expect(page.getByRole("dialog").getByText("Searching…")).toBeVisible();
    const place = await dark.boundingBox();
    found.resolve();
    await expect(page.getByRole("option", { name: "Search people" })).toBeVisible();
    expect(await dark.boundingBox()).toEqual(place);
    await dark.click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("dialog")).toBeHidden();
    await (await openPalette(page)).fill("verificat");
    await page.getByRole("option", { name: "Verifications", exact: true }).click();
    await expect(page).toHaveURL("/verifications");
    await (await openPalette(page)).fill("ver_that_nobody_knows");
    // The id may be unknown, so its option is offered but not preselected.
    const unknown = page.getByRole("option", { name: "ver_that_nobody_knows" });
    await expect(unknown).toHaveAttribute("aria-selected", "false");
    await expect(page.getByRole("option", { name: "Search people" })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("dialog").getByRole("combobox").fill("long-and-unlike-any-id");
    await expect(page.getByRole("option")).toHaveText(["Search people"]);
    await page.getByRole("dialog").getByRole("combobox").fill("ver_that_nobody_knows");
    await unknown.click();
    await expect(page).toHaveURL("/verifications/ver_that_nobody_knows");
    await expect(page.getByRole("main").getByRole("link", { name: "All verifications" })).toBeVisible();
  });

  test("searches no text with a CURP or an identifying part of a CURP, pasted or typed slowly", async ({
    page,
    sandbox,
    settled,
    signInAs,
  }) => {
    const { id, tag } = await sandbox.play("pending-upload", "FOLI-260116");
    await settled(id);
    await signInAs("support");
    await page.clock.install();
    await page.goto("/");
    const requests: string[] = [];
    const posted: string[] = [];
    page.on("request", (request) => {
      requests.push(request.url());
      posted.push(request.postData() ?? "");
    });
    const field = await openPalette(page);
    await test.step("pasted", async () => {
      await field.fill(CURP);
      await expect(page.getByText("This looks like a CURP or part of one")).toBeVisible();
      await expect(page.getByText("No matching person.")).toBeVisible();
      await expect(page.getByRole("option")).toHaveText(["Search people"]);
      await field.fill("overview");
      await expect(page.getByRole("option", { name: "Overview", exact: true })).toBeVisible();
      expect(requests.filter((line) => /GOMC/i.test(line))).toEqual([]);
      await expect(page).not.toHaveURL(/GOMC/i);
    });
    await test.step("typed slowly", async () => {
      await field.fill("");
      for (const character of CURP) {
        await field.press(character);
        // Longer than it waits for typing to pause.
        await page.clock.runFor(300);
      }
      await expect(page.getByText("This looks like a CURP or part of one")).toBeVisible();
      await expect(page.getByText("No matching person.")).toBeVisible();
      expect(requests.filter((line) => line.includes(CURP.slice(0, 10)))).toEqual([]);
      expect(posted.filter((line) => line.includes('"q":"GOMC"'))).not.toEqual([]);
    });
    await test.step("an identifying part, or a tag that looks like it", async () => {
      const file = new RegExp(`^${tag}`);
      for (const [part, options] of [
        [tag, [file, "Search people"]],
        [CURP.slice(4, 11), ["Search people"]],
        [`ver_${CURP.slice(0, 10)}`, ["Search people"]],
      ] as const) {
        await field.fill(part);
        await expect(page.getByText("This looks like a CURP or part of one")).toBeVisible();
        await expect(page.getByText("No matching person.")).toBeVisible();
        await expect(page.getByRole("option")).toHaveText([...options]);
        expect(requests.filter((line) => line.includes(part))).toEqual([]);
      }
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/people");
    });
  });
});

test("keeps text and Enter typed right after the shortcut on a page that has just loaded", async ({
  page,
  play,
  signInAs,
}) => {
  const { id, tag } = await play("pending-upload");
  await signInAs("compliance");
  const field = page.getByRole("dialog").getByRole("combobox");
  await page.goto("/verifications");
  for (let time = 0; time < 2; time += 1) {
    await test.step(`load ${time}`, async () => {
      await page.reload();
      await page.keyboard.press("Control+k");
      await page.keyboard.type(tag);
      await expect(field).toHaveValue(tag);
      await expect(page.getByRole("option", { name: tag })).toHaveAttribute("aria-selected", "true");
      await expect(field).toHaveAttribute("aria-activedescendant", /verification/);
    });
  }
  await test.step("with Enter, before the code of the results has loaded", async () => {
    const coming = Promise.withResolvers<void>();
    await page.reload();
    await live(page);
    await page.route("**/_next/static/**", async (route) => {
      await coming.promise;
      await route.continue();
    });
    await page.keyboard.press("Control+k");
    await page.keyboard.type(tag);
    await page.keyboard.press("Enter");
    coming.resolve();
    await expect(page).toHaveURL(`/verifications/${id}`);
  });
  await test.step("between rendering the results and attaching their listeners", async () => {
    await page.goto("/people");
    await live(page);
    // A callback of this observer runs right after React has inserted the options, before their effects.
    await page.evaluate((text) => {
      new MutationObserver((_, observer) => {
        const input = document.querySelector<HTMLInputElement>("#palette input");
        if (!input || !document.getElementById("palette-options")) return;
        observer.disconnect();
        input.value = text;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      }).observe(document.body, { childList: true, subtree: true });
    }, tag);
    await page.keyboard.press("Control+k");
    await expect(page).toHaveURL(`/verifications/${id}`);
  });
});
