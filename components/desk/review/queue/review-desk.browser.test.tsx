import { expect, it, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { LANES } from "#lib/desk/contract/review/lanes.ts";
import { listOf } from "#tools/test/mounted-list.tsx";
import { mountPage } from "#tools/test/mounted-page.tsx";
import { ReviewDesk } from "./review-desk.tsx";

/** The width of the content at 1440 px, without and with a panel beside it. */
const WIDTHS = [1168, 768];

it("keeps the place of its content while a panel makes the lanes narrower", async () => {
  await page.viewport(1440, 900);
  onTestFinished(() => page.viewport(800, 800));
  const lanes = Object.fromEntries(LANES.map((lane) => [lane, { count: 12, overdue: lane === "approval" ? 0 : 4 }]));
  mountPage(
    <div data-testid="content">
      <ReviewDesk decides assigns={false} />
    </div>,
    {
      role: "compliance",
      locale: "es-MX",
      answers: { "GET /api/review/lanes": { ...lanes, begun: true }, "GET /api/verifications": listOf([]) },
    },
  );
  const tab = page.getByRole("link", { name: /^Detenidos/ });
  await expect.element(tab).toMatchTextContent(/12/);
  const content = page.getByTestId("content").element() as HTMLElement;
  const { dataset } = document.documentElement;
  onTestFinished(() => void delete dataset.sheet);
  const heights = WIDTHS.map((width, index) => {
    content.style.width = `${width}px`;
    if (index > 0) dataset.sheet = "";
    return tab.element().closest("nav")?.parentElement?.getBoundingClientRect().height;
  });
  expect(heights[1]).toBeCloseTo(heights[0] ?? 0, 0);
});
