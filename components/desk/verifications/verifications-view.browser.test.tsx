import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { listedFile, listOf, mountList } from "#tools/test/mounted-list.tsx";
import { type Asked, expectAccessible } from "#tools/test/mounted-page.tsx";

const LIST = "GET /api/verifications";
const broken = () => Response.json({ code: "DATABASE_UNAVAILABLE", message: "" }, { status: 503 });
const search = () => page.getByRole("textbox", { name: "Search" });
const row = (tag: string) => page.getByRole("table").getByRole("link", { name: tag, exact: true });

const STATES = {
  loading: "Loading verifications…",
  empty: "No verification has arrived yet",
  nothing: "Nothing matches these filters",
  failed: "The list could not be loaded",
};

/** Expects one of the states, and no other. */
async function expectOnly(state: keyof typeof STATES) {
  await expect.element(page.getByText(STATES[state]).first()).toBeInTheDocument();
  for (const other of Object.values(STATES).filter((words) => words !== STATES[state])) {
    expect(page.getByText(other).elements(), other).toEqual([]);
  }
}

test("the list loads, keeps the rows of the previous filter, and says when no file matches", async () => {
  const first = Promise.withResolvers<object>();
  const next = Promise.withResolvers<object>();
  const { answer } = await mountList("/verifications", { [LIST]: () => first.promise });
  await expectOnly("loading");
  // Hovering the skeleton does not keep the rows from being shown.
  await page.getByRole("main").hover();
  first.resolve(listOf(["EXP-1"]));
  await expect.element(row("EXP-1")).toBeVisible();
  answer(LIST, ({ query }: Asked) => (query.has("q") ? next.promise : listOf(["EXP-1"])));
  await search().fill("EXP-404");
  await expect.element(page.getByRole("table")).toHaveAttribute("aria-busy", "true");
  await expect.element(row("EXP-1")).toBeVisible();
  await expectAccessible();
  next.resolve(listOf([]));
  await expectOnly("nothing");
  await expect.element(page.getByRole("main")).toMatchTextContent(/Text: EXP-404/);
  await expectAccessible();
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect.element(row("EXP-1")).toBeVisible();
  expect(window.location.search).toBe("");
});

test("near spellings are offered where nothing is found, and searched when chosen", async () => {
  const { asked } = await mountList("/verifications", {
    "POST /api/searches/verifications": ({ body }: Asked) =>
      (body as { q: string }).q === "Maderas del Sur"
        ? listOf(["EXP-7"])
        : { ...listOf([]), near: ["Maderas del Sur", "Maderas Núñez"] },
  });
  await search().fill("maderaz");
  const choice = page.getByRole("button", { name: "Maderas del Sur" });
  await expect.element(choice).toBeVisible();
  await expect.element(page.getByText("Did you mean:")).toBeVisible();
  await expectAccessible();
  await choice.click();
  await expect.element(row("EXP-7")).toBeVisible();
  await expect.element(search()).toHaveValue("Maderas del Sur");
  await expect.element(search()).toHaveFocus();
  expect(window.location.search).toBe("");
  expect(asked.map(({ query }) => String(query)).join()).not.toContain("Maderas");
  // The text is kept for this entry of the history, which the next test has too.
  await page.getByRole("button", { name: "Remove Text: Maderas del Sur" }).click();
  await expect.element(row("EXP-1")).toBeVisible();
});

test("a list without any file says so", async () => {
  await mountList("/verifications", { [LIST]: listOf([]) });
  await expectOnly("empty");
  await expectAccessible();
});

test("a failed reload keeps the rows with a note, and a failed first load states its cause; both are retried", async () => {
  const { answer, client } = await mountList();
  await expect.element(row("EXP-1")).toBeVisible();
  answer(LIST, broken);
  void client.invalidateQueries({ queryKey: verificationKeys.lists() });
  const stale = page.getByRole("status").filter({ hasText: "The list could not be refreshed" });
  await expect.element(stale).toBeVisible();
  await expect.element(row("EXP-1")).toBeVisible();
  await expectAccessible();
  answer(LIST, listOf([listedFile("EXP-1", { documents_status: "partial_upload" })]));
  await stale.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("table")).toMatchTextContent(/Partly uploaded/);
  await expect.element(stale).not.toBeInTheDocument();

  answer(LIST, broken);
  await search().fill("EXP-404");
  const alert = page.getByRole("alert");
  await expect.element(alert).toMatchTextContent(/The dashboard cannot reach its database at the moment\./);
  await expect.element(alert).toMatchTextContent(/Nothing is lost/);
  await expectOnly("failed");
  await expectAccessible();
  answer(LIST, listOf([]));
  await alert.getByRole("button", { name: "Try again" }).click();
  await expectOnly("nothing");
});

test("each malformed part of the address is named until the note is dismissed, and a CURP is removed from it", async () => {
  const { asked } = await mountList(
    "/verifications?severity=high,grave&created_from=2026-02-30&sort=random&tag=a&tag=b&q=GOMC850101HDFRRL00",
  );
  const note = page.getByRole("status").filter({ hasText: "Parts of the address were ignored" });
  for (const line of [
    "severity: not a value that this page knows",
    "created_from: not a date (such as 2026-11-20)",
    "sort: not a value that this page knows",
    "tag: given more than once",
  ]) {
    expect(note.element().textContent).toContain(line);
  }
  await expect.element(note).toMatchTextContent(/q: shaped like a CURP/);
  await expect.poll(() => window.location.search).toBe("?severity=high");
  await expectAccessible();
  await note.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(note).not.toBeInTheDocument();
  expect(asked.filter(({ query }) => /GOMC/.test(String(query)))).toEqual([]);
});

test("a CURP, or an identifying part of one, that is typed into the search gets into no address and no request", async () => {
  const CURP = "GOMC850101HDFRRL00";
  const { asked, visited } = await mountList();
  const addresses = vi.spyOn(window.history, "replaceState");
  const sent = () =>
    JSON.stringify([asked.map(({ query, body }) => [String(query), body]), addresses.mock.calls, window.location.href]);
  for (const part of [CURP, CURP.toLowerCase(), `caso ${CURP.slice(0, 4)} ${CURP.slice(4, 10)} ${CURP.slice(10)}`]) {
    await search().fill(part);
    await expect.element(page.getByText(/^This looks like a CURP or part of one\./)).toBeVisible();
  }
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => visited).toEqual(["/people"]);
  window.history.replaceState(null, "", "/verifications");
  // A text that some tag may have is searched, but not by an address.
  for (const part of [CURP.slice(4, 11), CURP.slice(2, 14), "CASO-260115"]) {
    await search().fill(part);
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => asked.some(({ body }) => (body as { q?: string } | null)?.q === part)).toBe(true);
  }
  expect(sent().toUpperCase()).not.toContain(CURP);
  expect(window.location.search).toBe("");
  await search().fill("MSU110313AB1");
  await expect.poll(() => window.location.search).toBe("?q=MSU110313AB1");
});

test("the next page is loaded at the end; a failed one keeps the rows, and continues by a button, which passes its focus on", async () => {
  const tags = Array.from({ length: 60 }, (_, index) => `EXP-${index}`);
  const pages: Record<string, () => unknown> = { next: broken };
  await mountList("/verifications", {
    [LIST]: ({ query }: Asked) =>
      query.has("limit") && !query.has("cursor")
        ? listOf([])
        : query.has("cursor")
          ? pages.next?.()
          : listOf(tags.slice(0, 50), { next_cursor: "c", total: 60 }),
  });
  await expect.element(row("EXP-0")).toBeVisible();
  await userEvent.keyboard("j{End}");
  const failed = page.getByText("The next rows could not be loaded. The rows above have not changed.");
  await expect.element(failed).toBeVisible();
  await expect.element(row("EXP-49")).toHaveFocus();
  pages.next = () => listOf(tags.slice(50), { total: 60 });
  const again = page.getByRole("button", { name: "Try again" });
  (again.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("End of the list")).toHaveFocus();
  // However long the list is, the document holds only the visible rows and some around them.
  expect(page.getByRole("row").elements().length).toBeLessThan(50);
});

/** Whether one element covers a part of the other. */
function cover(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

test("rows stay still under a reader, who is told once that changes wait; their number hides neither titles nor the current row", async () => {
  const { answer, client } = await mountList();
  const shown = () => [...document.querySelectorAll("[data-row-link]")].map(({ textContent }) => textContent);
  const comesIn = (...tags: string[]) => {
    answer(LIST, listOf(tags));
    void client.invalidateQueries({ queryKey: verificationKeys.lists() });
  };
  const show = (name: string) => page.getByRole("button", { name: `${name} — show` });
  const region = () => page.getByRole("main").element().querySelector("[data-announced]:has(button)");
  await row("EXP-1").hover();
  comesIn("EXP-4", "EXP-1", "EXP-2", "EXP-3");
  await expect.element(show("1 added")).toBeVisible();
  expect(region()?.getAttribute("data-announced")).toBe("polite");
  await expectAccessible();
  comesIn("EXP-4", "EXP-5", "EXP-1", "EXP-2", "EXP-3");
  await expect.element(show("2 added")).toBeVisible();
  expect(shown()).toEqual(["EXP-1", "EXP-2", "EXP-3"]);
  await show("2 added").click();
  await expect.poll(shown).toEqual(["EXP-4", "EXP-5", "EXP-1", "EXP-2", "EXP-3"]);

  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    await page.viewport(width, height);
    comesIn("EXP-1", "EXP-2");
    await userEvent.hover(page.getByRole("textbox", { name: "Search" }));
    await expect.poll(shown).toEqual(["EXP-1", "EXP-2"]);
    const first = row("EXP-1").element() as HTMLElement;
    first.focus();
    comesIn("EXP-2", "EXP-1");
    await expect.element(show("1 updated")).toBeInViewport({ ratio: 1 });
    expect(document.activeElement).toBe(first);
    expect(cover(show("1 updated").element(), first)).toBe(false);
    if (width > 360) {
      for (const title of page.getByRole("columnheader").elements()) {
        if (title.checkVisibility() && title.clientWidth > 1)
          expect(cover(show("1 updated").element(), title)).toBe(false);
      }
    }
    // Past the checkbox of the row.
    await userEvent.keyboard("{Tab}{Tab}");
    await expect.element(show("1 updated")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(row("EXP-2")).toHaveFocus();
    (document.activeElement as HTMLElement).blur();
  }
});

test("support selects no file, adds none and changes no shared view", async () => {
  const shared = { view_id: "view_1", name: "Shared", query: "q=EXP-1", shared: true, editable: false };
  const views = { "GET /api/views": { items: [{ ...shared, created_at: "2026-01-02T18:00:00.000000Z" }] } };
  await mountList("/verifications?q=EXP-1", views, { role: "support" });
  const tabs = page.getByRole("navigation", { name: "Views" });
  await expect.element(tabs.getByRole("link", { name: /^Shared/ })).toHaveAttribute("aria-current", "page");
  await expect.element(row("EXP-1")).toBeVisible();
  expect(tabs.getByRole("button").elements()).toEqual([]);
  expect(page.getByRole("button", { name: "Add older files by their ids" }).elements()).toEqual([]);
  expect(page.getByRole("checkbox").elements()).toEqual([]);
  await userEvent.keyboard("xj");
  await expect.element(row("EXP-1")).toHaveFocus();
  expect(page.getByRole("region", { name: "Selected files" }).elements()).toEqual([]);
});

test("an admin adds files, and may only assign them", async () => {
  await mountList("/verifications", {}, { role: "admin" });
  const bar = page.getByRole("region", { name: "Selected files" });
  await expect.element(page.getByRole("button", { name: "Add older files by their ids" })).toBeVisible();
  await expect.element(row("EXP-1")).toBeVisible();
  await userEvent.keyboard("x");
  await expect.element(bar.getByRole("button", { name: "Assign" })).toBeVisible();
  expect(bar.getByRole("button", { name: "Wait until…" }).elements()).toEqual([]);
});

test("a letter typed at the moment of the search is searched too, and a change from elsewhere reaches the field", async () => {
  await mountList();
  const field = search().element() as HTMLInputElement;
  const replace = window.history.replaceState;
  let isDue = true;
  window.history.replaceState = (...given) => {
    replace.apply(window.history, given);
    if (!isDue) return;
    isDue = false;
    // Sets the value as the browser does: React notices a value that it has not set.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, `${field.value}z`);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  await search().fill("EXP-1");
  await expect.poll(() => window.location.search).toBe("?q=EXP-1z");
  await expect.element(search()).toHaveValue("EXP-1z");
  window.history.replaceState = replace;
  await page.getByRole("button", { name: "Remove Text: EXP-1z" }).click();
  await expect.element(search()).toHaveValue("");
  expect(window.location.search).toBe("");
});

test("the tooltip of a row is of the cell under the pointer, and of all cells on focus", async () => {
  const findings = { high: 0, medium: 1, low: 0, source: "final", computed_at: null, gravest: null };
  await mountList("/verifications", { [LIST]: listOf([listedFile("EXP-1", { findings })]) });
  const tip = page.getByRole("tooltip");
  const link = row("EXP-1");
  await expect.element(link).toBeVisible();
  const cells = page.getByRole("row").nth(1).getByRole("cell");
  await cells.nth(2).hover({ force: true });
  await expect.element(tip).toMatchTextContent(/^Findings of a final run/);
  await cells.nth(3).hover({ force: true });
  await expect.element(tip).not.toBeInTheDocument();
  await userEvent.keyboard("j");
  await expect.element(tip).toMatchTextContent("ver_EXP-1");
  await expect.element(tip).toMatchTextContent("Findings: Findings of a final run");
  await expect.element(link).toHaveAccessibleDescription(/ver_EXP-1/);
  await userEvent.keyboard("{Escape}");
  await expect.element(tip).not.toBeInTheDocument();
  await expect.element(link).toHaveFocus();
  await expect.element(link).toHaveAccessibleDescription("");
});

test("compact rows are kept", async () => {
  await mountList();
  const compact = page.getByRole("button", { name: "Compact rows" });
  const height = () => page.getByRole("row").nth(1).element().getBoundingClientRect().height;
  await expect.element(row("EXP-1")).toBeVisible();
  expect(height()).toBe(38);
  await compact.click();
  await expect.element(compact).toHaveAttribute("aria-pressed", "true");
  await expect.poll(height).toBe(30);
  expect(document.cookie).toContain("density=compact");
  await compact.click();
  await expect.poll(height).toBe(38);
});
