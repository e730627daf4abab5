import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { setPeopleSearchText } from "#lib/core/browser/people.ts";
import { peopleKeys } from "#lib/core/browser/query-keys.ts";
import type { PeopleList, PersonSummary } from "#lib/core/contract/people/people-search.ts";
import { Main } from "#tools/test/mounted-list.tsx";
import { type Answer, type Asked, expectAccessible, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { PeopleView } from "./people-view.tsx";

/* Which people a text finds is tested by `lib/core/server/people/search.db.test.ts`. */

const SEARCH = "POST /api/people/search";

const person = (
  people_id: number,
  name: string,
  changes: Partial<PersonSummary> = {},
): PeopleList["items"][number] => ({
  ...{ verification_id: "ver_1", tag: "EXP-1", title: null, people_id, occurrence: 0, name, role: null },
  ...{ birth_year: 1960, curp: "XEXZ…09", outcome: "found", has_pdf: false, people_error: null },
  ...{ at: "2026-01-02T18:00:00.000000Z", place: [0, people_id] },
  ...changes,
});
const ZOE = person(1, "Zoé Ñandú");
const ANA = person(2, "Ana Zea", { outcome: "other_error", people_error: "curp_moon_phase" });
const peopleOf = (...items: PeopleList["items"]): PeopleList => ({ items, next_cursor: null, total: items.length });

const field = () => page.getByRole("textbox", { name: MESSAGES.en.people.search.label });
const row = (name: string) => page.getByRole("table").getByRole("link", { name, exact: true });
const searched = (asked: Asked[]) => asked.map(({ body }) => (body as { q: string | null }).q);

async function mountPeople(address: string, answer: Answer) {
  await page.viewport(1280, 800);
  onTestFinished(() => setPeopleSearchText(""));
  return mountPage(
    <Main>
      <PeopleView />
    </Main>,
    { role: "support", address, answers: { [SEARCH]: answer } },
  );
}

test("a text is posted, kept out of the address, and Enter opens the only match", async () => {
  const both = ({ body }: Asked) => ((body as { q: string | null }).q === "nandu" ? peopleOf(ZOE) : peopleOf(ZOE, ANA));
  const { asked, visited } = await mountPeople("/people", both);
  await expect.element(field()).toHaveFocus();
  await expect.element(row("Ana Zea")).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("zoe ana{Enter}");
  await expect.element(page.getByText(/^Several people match/).first()).toBeInTheDocument();
  await field().fill("nandu");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => visited).toEqual(["/verifications/ver_1/people/1?from=people"]);
  expect(searched(asked)).toContain("nandu");
  expect(asked.map(({ query }) => String(query)).join("")).toBe("");
  expect(document.body.textContent).toContain("XEXZ…09");
});

test("the rows are reached from the field by keys, and back", async () => {
  await mountPeople("/people", peopleOf(ZOE, ANA));
  await expect.element(row("Zoé Ñandú")).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(row("Zoé Ñandú")).toHaveFocus();
  await userEvent.keyboard("j");
  await expect.element(row("Ana Zea")).toHaveFocus();
  await userEvent.keyboard("k{ArrowUp}");
  await expect.element(field()).toHaveFocus();
});

test("an outcome narrows the list by the address, and its filter is removed where nobody matches", async () => {
  const { asked } = await mountPeople("/people?outcome=lost", ({ body }: Asked) => {
    const { outcome } = body as { outcome: string[] };
    return outcome.length === 0 ? peopleOf(ZOE, ANA) : outcome.includes("other_error") ? peopleOf(ANA) : peopleOf();
  });
  await expect.element(page.getByText("A part of the address was ignored")).toBeVisible();
  await page.getByRole("button", { name: "CURP lookup" }).click();
  const other = page.getByRole("checkbox", { name: "Another error" });
  await other.click();
  await expect.element(page.getByRole("table")).toMatchTextContent("Another error: curp_moon_phase");
  await expect.element(row("Zoé Ñandú")).not.toBeInTheDocument();
  expect(window.location.search).toBe("?outcome=other_error");
  await other.click();
  await page.getByRole("checkbox", { name: "Wrong format" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("heading", { name: "No matching people" })).toBeVisible();
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect.element(row("Zoé Ñandú")).toBeVisible();
  expect(window.location.search).toBe("");
  expect(searched(asked).every((text) => text === null)).toBe(true);
});

test("a part of a CURP is not searched as one, as the page without a match explains, and a failed search is retried", async () => {
  const { answer, asked } = await mountPeople("/people", peopleOf());
  await field().fill("XEXZ600101M");
  await expect.element(page.getByText(/A CURP has to be complete/)).toBeVisible();
  // A text is sent after a pause in typing.
  await expect.poll(() => searched(asked)).toContain("XEXZ600101M");
  answer(SEARCH, () => Response.json({ code: "DATABASE_UNAVAILABLE", message: "" }, { status: 503 }));
  await field().fill("nobody has searched this");
  await expect.poll(() => searched(asked)).toContain("nobody has searched this");
  const alert = page.getByRole("alert");
  await expect.element(alert).toMatchTextContent("The search did not work");
  await expect.element(alert).toMatchTextContent("cannot reach its database");
  await expect.element(alert).toMatchTextContent("Nothing is lost");
  await expectAccessible();
  answer(SEARCH, peopleOf());
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: "No matching people" })).toBeVisible();
});

test("a lookup that ends while the list is open is shown in its place", async () => {
  const { answer, client } = await mountPeople("/people", peopleOf(ZOE));
  await expect.element(row("Zoé Ñandú")).toBeVisible();
  await field().hover();
  answer(SEARCH, peopleOf(ANA, ZOE));
  void client.invalidateQueries({ queryKey: peopleKeys.searches() });
  await expect.element(row("Ana Zea")).toBeVisible();
  const shown = [...document.querySelectorAll("[data-row-link]")];
  expect(shown.map(({ textContent }) => textContent)).toEqual(["Ana Zea", "Zoé Ñandú"]);
});

test("rows stay still under the pointer when a lookup ends", async () => {
  const { answer, client } = await mountPeople("/people", peopleOf(ZOE));
  await row("Zoé Ñandú").hover();
  answer(SEARCH, peopleOf(ANA, ZOE));
  void client.invalidateQueries({ queryKey: peopleKeys.searches() });
  const show = page.getByRole("button", { name: "1 added — show" });
  await expect.element(show).toBeVisible();
  await expect.element(row("Ana Zea")).not.toBeInTheDocument();
  await show.click();
  await expect.element(row("Ana Zea")).toBeVisible();
});

test("a list without people says what fills it, and leads to the verifications", async () => {
  await mountPeople("/people", peopleOf());
  await expect.element(page.getByText(/This list fills automatically/)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Go to verifications" }))
    .toHaveAttribute("href", "/verifications");
});
