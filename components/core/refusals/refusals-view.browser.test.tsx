import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { RefusalsView } from "./refusals-view.tsx";

it("says beside the choice of a reason why no bodies are kept, also on a phone", async () => {
  await page.viewport(360, 740);
  const words = MESSAGES["es-MX"].deliveries.refusals;
  const none = { items: [], next_cursor: null, total: 0, counts: [] };
  mountPage(<RefusalsView />, {
    locale: "es-MX",
    address: "/deliveries/refusals",
    answers: { "GET /api/deliveries/refusals": none },
  });
  const reason = page.getByLabelText(words.reasonFilter, { exact: true });
  const help = page.getByRole("button", { name: MESSAGES["es-MX"].shell.help.replace("{of}", words.title) });
  await expect.element(page.getByText(words.empty)).toBeVisible();
  const box = (of: typeof help) => of.element().getBoundingClientRect();
  expect(box(help).top).toBeLessThan(box(reason).bottom);
  expect(box(help).right).toBeLessThanOrEqual(360);
  await userEvent.click(help);
  await expect.element(page.getByText(words.noBodies)).toBeVisible();
  await expectAccessible();
});
