import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

/* The results of the palette: `components/kit/shell/palette.browser.test.tsx`; a person by CURP: `people-search.spec.ts`. */

test("the palette keeps text and Enter typed right after the shortcut on a page that has just loaded", async ({
  page,
  play,
  signInAs,
}) => {
  const { id, tag } = await play("pending-upload");
  await signInAs("compliance");
  const field = page.getByRole("dialog").getByRole("combobox");
  await page.goto("/verifications", { waitUntil: "load" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type(tag);
  await expect(field).toHaveValue(tag);
  await expect(page.getByRole("option", { name: tag })).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", /verification/);
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
