import { expect, it, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { CountCard } from "./overview-counts.tsx";
import { OverviewView } from "./overview-view.tsx";

const EMPTY = { total: 0, with_high_findings: 0, with_high_findings_final: 0, with_item_errors: 0 };

it.each(["admin", "support"] as const)(
  "says to the role %s what fills it, with a link if the role may go there",
  async (role) => {
    mountPage(<OverviewView />, {
      role,
      answers: { "GET /api/overview": { ...EMPTY, by_status: {}, by_documents_status: {} } },
    });
    await expect.element(page.getByText(/^Each verification appears here/)).toBeVisible();
    expect(page.getByRole("link", { name: "See the webhook" }).elements()).toHaveLength(role === "admin" ? 1 : 0);
    await expectAccessible();
  },
);

it("begins all labels of the counts at one place on a phone, before their notes", async () => {
  await page.viewport(360, 780);
  onTestFinished(() => page.viewport(800, 800));
  mountPage(
    <dl>
      <CountCard label="Mine" count={5} detail="4 overdue" href="/review" />
      <CountCard label="Unassigned" count={12} detail="oldest due Nov 24" href="/review" />
      <CountCard label="Came back" count={1} href="/verifications" />
    </dl>,
  );
  const leftOf = (text: string) => page.getByText(text).element().getBoundingClientRect().left;
  expect(leftOf("Unassigned")).toBe(leftOf("Mine"));
  expect(leftOf("Came back")).toBe(leftOf("Mine"));
  expect(leftOf("4 overdue")).toBeGreaterThan(leftOf("Mine"));
  expect(leftOf("oldest due Nov 24")).toBeGreaterThan(leftOf("Unassigned"));
  await expectAccessible();
});
