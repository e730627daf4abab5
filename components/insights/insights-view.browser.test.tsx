import { expect, it, onTestFinished } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import type { Insights } from "#lib/insights/contract/insights.ts";
import { answerOfOctober } from "#lib/insights/server/testing/answer.ts";
import { type Asked, expectAccessible, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { InsightsView } from "./insights-view.tsx";

const PATH = "GET /api/insights";
const OCTOBER = answerOfOctober();
/** Days in which nothing happened and no file waits. */
const NOTHING = JSON.parse(JSON.stringify(OCTOBER), (_, value) =>
  Array.isArray(value) ? [] : typeof value === "number" ? 0 : value,
) as Insights;

const CHOICES = { status: [], documents_status: [], label: [], account: [], item_error: [], item_type: [] };

const mounted = (answer: unknown, address = "/insights") =>
  mountPage(
    <main id="main" tabIndex={-1}>
      <InsightsView today="2026-11-02" timeZone="America/Mexico_City" />
    </main>,
    { address, answers: { [PATH]: answer, "GET /api/choices/verifications": CHOICES } },
  );

const button = (name: string | RegExp) => page.getByRole("button", { name });
const completion = page.getByRole("region", { name: "How long files take" });

it("has period, group and filters in the address, and shows the former figures while others load", async () => {
  const answered = Promise.withResolvers<void>();
  const { asked } = mounted(({ query }: Asked) =>
    query.has("tag_prefix") ? answered.promise.then(() => NOTHING) : OCTOBER,
  );
  await expect.element(completion).toBeVisible();
  await button("Last 30 days").click();
  await button("Last 7 days").click();
  expect(window.location.search).toBe("?from=2026-10-27&to=2026-11-02");
  await userEvent.keyboard("{Escape}");
  await expect.element(button("Last 7 days")).toBeVisible();
  await page.getByRole("combobox", { name: "Points of the charts" }).selectOptions("day");
  await expect.poll(() => window.location.search).toMatch(/group=day/);

  await page
    .getByRole("region", { name: "Period and filters" })
    .getByRole("button", { name: /^Filters/ })
    .click();
  await page.getByLabelText("Tag begins with").fill("nothing-begins-so");
  await button("Apply filter").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("status").getByText(MESSAGES.en.insights.loading)).toBeVisible();
  await expect.element(completion).toBeVisible();
  answered.resolve();
  await expect.element(page.getByRole("heading", { name: "No figures in this period" })).toBeVisible();
  await expectAccessible();
  await button("Remove Tag begins with: nothing-begins-so").click();
  await expect.element(completion).toBeVisible();
  expect(window.location.search).not.toMatch(/tag_prefix/);
  expect(
    asked
      .filter(({ path }) => path === "/api/insights")
      .at(-1)
      ?.query.get("from"),
  ).toBe("2026-10-27");
});

it("is printed with the values of each chart, and without controls", async () => {
  mounted(OCTOBER);
  const table = page.getByRole("table", { name: "Files created and completed", includeHidden: true });
  await expect.element(page.getByRole("slider").first()).toBeVisible();
  await expectAccessible();
  const emulate = (media: string) => cdp().send("Emulation.setEmulatedMedia", { media });
  onTestFinished(async () => void (await emulate("")));
  await emulate("print");
  window.dispatchEvent(new Event("beforeprint"));
  await expect.element(table).toBeVisible();
  await expect.element(page.getByRole("slider").first()).toBeVisible();
  expect(document.querySelector("details:not([open])")).toBeNull();
  await expect.element(page.getByText("Last 30 days")).not.toBeVisible();
  await emulate("");
  window.dispatchEvent(new Event("afterprint"));
  await expect.element(table).not.toBeVisible();
});
