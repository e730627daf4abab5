import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AuditedDecision, DecisionList } from "#lib/desk/contract/review/log.ts";
import { Main } from "#tools/test/mounted-list.tsx";
import { type Answer, type Asked, expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { DecisionsView } from "./decisions-view.tsx";

const ANA = "00000000-0000-4000-8000-000000000001";
const LUIS = "00000000-0000-4000-8000-000000000002";

const decision = (entry_id: number, changes: Partial<AuditedDecision> = {}): AuditedDecision => ({
  ...{ entry_id, at: `2026-01-0${entry_id}T18:00:00.000000Z`, kind: "decided", state: "resolved" },
  ...{ resolution: "accepted", reason_code: null, reason: null, review_on: null, policy_version: 1 },
  ...{ verification_id: `ver_${entry_id}`, user_id: ANA, user_name: "Ana", tag: `EXP-${entry_id}`, title: null },
  ...{ reason_name: null, digest: "", pdfs: null, exceptions: [], basis: null, undone: false, proposed_by: null },
  ...{ proposal_reason: null, answer: null, answered_at: null, answered_by: null, answer_reason: null, together: null },
  ...changes,
});
/** The oldest first, as the API has them. */
const DECISIONS = [
  decision(1, { title: "Textiles Oro" }),
  decision(2, { title: "Aceros MX", resolution: "rejected", user_id: LUIS, user_name: "Luis" }),
  decision(3, { title: "Maderas del Sur", exceptions: ["high_finding", "person_unresolved"] }),
  decision(4, { title: "Cafés Ñandú", undone: true }),
];
const OFFICERS = [
  { user_id: ANA, user_name: "Ana" },
  { user_id: LUIS, user_name: "Luis" },
];

function answer({ query }: Asked): DecisionList {
  const items = DECISIONS.filter(
    ({ user_id, resolution }) =>
      user_id === (query.get("user") ?? user_id) && resolution === (query.get("resolution") ?? resolution),
  );
  return {
    items,
    total: items.length,
    undone: items.filter(({ undone }) => undone).length,
    officers: OFFICERS,
    has_together: items.some(({ together }) => together !== null),
  };
}

async function mountDecisions(
  address = "/decisions?from=2026-01-01&to=2026-01-31",
  answers: Record<string, Answer> = {},
) {
  await page.viewport(1440, 900);
  const mounted = await mountPage(
    <Main>
      <DecisionsView today="2026-01-31" timeZone="America/Mexico_City" />
    </Main>,
    { role: "auditor", address, answers: { "GET /api/review/decisions": answer, ...answers } },
  );
  await expect.element(page.getByRole("table")).toBeVisible();
  return mounted;
}

const files = () => [...document.querySelectorAll("tbody th a")].map(({ textContent }) => textContent);
const header = (name: string) => page.getByRole("columnheader", { name });

test("the newest decision is first, and the headings order the rows and state the order", async () => {
  await mountDecisions();
  expect(files()).toEqual(["Cafés Ñandú", "Maderas del Sur", "Aceros MX", "Textiles Oro"]);
  await expect.element(header("Date")).toHaveAttribute("aria-sort", "descending");
  await expectAccessible();
  await header("Date").getByRole("button").click();
  expect(files()).toEqual(["Textiles Oro", "Aceros MX", "Maderas del Sur", "Cafés Ñandú"]);
  await expect.poll(() => window.location.search).toMatch(/sort=at$/);
  await header("File").getByRole("button").click();
  expect(files()).toEqual(["Aceros MX", "Cafés Ñandú", "Maderas del Sur", "Textiles Oro"]);
  await expect.element(header("File")).toHaveAttribute("aria-sort", "ascending");
  await header("In spite of").getByRole("button").click();
  expect(files()[0]).toBe("Maderas del Sur");
  // Equal rows keep the newest first.
  await header("Decision").getByRole("button").click();
  expect(files()).toEqual(["Cafés Ñandú", "Maderas del Sur", "Textiles Oro", "Aceros MX"]);
});

test.each([768, 1440])("no line of the table begins with a dot or with AM at %i px", async (width) => {
  await mountDecisions();
  await page.viewport(width, 900);
  const [date, time] = page.getByRole("row").nth(1).getByRole("time").element().children;
  expect([date, time].map((part) => part?.getClientRects().length)).toEqual([1, 1]);
  if (width === 1440) expect(time?.getBoundingClientRect().top).toBe(date?.getBoundingClientRect().top);
  const exceptions = page.getByRole("row").filter({ hasText: "Maderas del Sur" }).element().textContent;
  expect(exceptions).toContain("High finding\u00a0· CURP not resolved");
});

test("each choice has a word of its own for all rows", async () => {
  await mountDecisions();
  const firsts = [...document.querySelectorAll("form option:first-child")].map(({ textContent }) => textContent);
  expect(firsts).toEqual(["Any or none", "All officers", "All outcomes"]);
});

test("on a phone each exceptional row names its exceptions, and the page does not scroll sideways", async () => {
  await mountDecisions();
  await page.viewport(360, 740);
  await expect
    .element(page.getByRole("row").filter({ hasText: "Maderas del Sur" }))
    .toMatchTextContent("In spite of: High finding · CURP not resolved");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await expectAccessible();
});

test("on a phone, where the headings have no buttons, the order is chosen from a list", async () => {
  await mountDecisions();
  await expect.element(page.getByLabelText("Order")).not.toBeVisible();
  await page.viewport(360, 740);
  const width = (label: string) => page.getByLabelText(label, { exact: true }).element().getBoundingClientRect().width;
  expect(width("Order")).toBe(width("Company or tag"));
  await page.getByLabelText("Order").selectOptions("Most exceptions first");
  await expect.poll(() => files()[0]).toBe("Maderas del Sur");
  await expect.poll(() => window.location.search).toMatch(/sort=-exceptions/);
  await expectAccessible();
});

test("undone decisions are counted apart", async () => {
  await mountDecisions();
  await expect.element(page.getByText("3 decisions in this period · 1 undone")).toBeVisible();
});

test("an officer and an outcome are asked of the server and kept in the address", async () => {
  const { visited } = await mountDecisions(
    `/decisions?from=2026-01-01&to=2026-01-31&user=${LUIS}&resolution=rejected&sort=at`,
  );
  expect(files()).toEqual(["Aceros MX"]);
  await expect.element(page.getByLabelText("Officer")).toHaveValue(LUIS);
  await page.getByLabelText("Officer").selectOptions("Ana");
  await page.getByLabelText("Decision", { exact: true }).selectOptions("Accepted");
  await page.getByRole("button", { name: "Show" }).click();
  await expect
    .poll(() => visited)
    .toEqual([`/decisions?from=2026-01-01&to=2026-01-31&user=${ANA}&resolution=accepted&sort=at`]);
});

test("a company is found among the rows, without a request or an address that has its name", async () => {
  const { asked } = await mountDecisions();
  await page.getByRole("textbox", { name: "Company or tag" }).fill("nandu cafe");
  await expect.poll(files).toEqual(["Cafés Ñandú"]);
  await expect.element(page.getByText(/1 of this company$/)).toBeVisible();
  expect(window.location.search).not.toContain("nandu");
  expect(asked.map(({ query }) => String(query)).join()).not.toContain("nandu");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => files().length).toBe(4);
});

test("without decisions that were made together nothing asks for them", async () => {
  await mountDecisions();
  await expect.element(header("Accepted together with")).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Together with others")).not.toBeInTheDocument();
});

test("a column and a filter name the decisions that were made together", async () => {
  const items = [decision(1, { title: "Textiles Oro", together: 11 }), decision(2, { title: "Aceros MX" })];
  const together = { items, total: 2, undone: 0, officers: OFFICERS, has_together: true };
  const { visited } = await mountDecisions(undefined, { "GET /api/review/decisions": together });
  const row = page.getByRole("row").filter({ hasText: "Textiles Oro" });
  await expect.element(row).toMatchTextContent(/11 other files/);
  await expectAccessible();
  await page.getByLabelText("Together with others").selectOptions("Accepted together");
  await page.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => visited.at(-1)).toMatch(/together=yes/);
});
