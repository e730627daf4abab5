import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { peopleSearchText } from "#lib/core/browser/people.ts";
import { rememberFile } from "#lib/core/browser/recent-files.ts";
import { rememberTheme } from "#lib/platform/browser/preferences.ts";
import { listedFile, listOf } from "#tools/test/mounted-list.tsx";
import { type Answer, type Asked, expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { PaletteButton } from "./palette-button.tsx";
import { listenForPalette } from "./palette-key.ts";

/** A well-formed CURP of no person: the check digit is wrong on purpose. */
const CURP = "GOMC850101HDFRRL00";
const USER = { email: "ana@example.mx", name: "Ana Ruiz", role: "admin" } as const;

const dialog = () => page.getByRole("dialog");
const field = () => dialog().getByRole("combobox");
const option = (name: string | RegExp) => page.getByRole("option", { name });
const options = () =>
  page
    .getByRole("option")
    .elements()
    .map((element) => element.textContent);

const FILES = "POST /api/searches/verifications";
const PEOPLE = "POST /api/people/search";
const found =
  (...tags: string[]) =>
  (asked: Asked) =>
    listOf(tags.filter((tag) => tag.startsWith((asked.body as { q: string }).q)));

listenForPalette();

async function openPalette(answers: Record<string, Answer> = {}) {
  const mounted = mountPage(<PaletteButton user={USER} sandbox={false} />, {
    answers: {
      "GET /api/views": { items: [] },
      [FILES]: found("EXP-1", "EXP-2"),
      [PEOPLE]: { items: [], next_cursor: null, total: 0 },
      ...answers,
    },
  });
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
  await expect.poll(() => options().length).toBeGreaterThan(0);
  return mounted;
}

test("either system's key opens the palette, Escape closes it, and a file or page is opened without the mouse", async () => {
  const { visited } = await openPalette();
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await userEvent.keyboard("{Meta>}k{/Meta}");
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard("EXP-2");
  await expect.element(option(/^EXP-2/)).toHaveAttribute("aria-selected", "true");
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveValue("");
  await userEvent.keyboard("verificat");
  await expect.element(option("Verifications")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => visited).toEqual(["/verifications/ver_EXP-2", "/verifications"]);
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("an action is found without its accents and stays in place while files are searched", async () => {
  const files = Promise.withResolvers<object>();
  await openPalette({ [FILES]: () => files.promise });
  await field().fill("DÁRK thëme");
  await expect.element(page.getByText("Searching…")).toBeVisible();
  const place = JSON.stringify(option("Dark theme").element().getBoundingClientRect());
  files.resolve(listOf([]));
  await expect.element(option("Search people")).toBeVisible();
  expect(JSON.stringify(option("Dark theme").element().getBoundingClientRect())).toBe(place);
  await option("Dark theme").click();
  expect(document.documentElement.dataset.theme).toBe("dark");
  rememberTheme("system");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("the files opened in this tab come first, then actions", async () => {
  rememberFile({ verification_id: "ver_1", tag: "EXP-1", name: "Aceros del Norte" });
  rememberFile({ verification_id: "ver_2", tag: "EXP-2", name: "EXP-2" });
  const { visited } = await openPalette();
  expect(options().slice(0, 2)).toEqual(["EXP-2 ", "Aceros del Norte EXP-1"]);
  expect(options()[2]).toBe("Invite a colleague");
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  expect(visited).toEqual(["/verifications/ver_2"]);
});

test("views are found by a part of their name", async () => {
  const view = { view_id: "view_1", name: "Vista del equipo", query: "status=finished&sort=tag", shared: true };
  const { visited } = await openPalette({ "GET /api/views": { items: [view] } });
  await field().fill("equipo");
  await option("Vista del equipo").click();
  await userEvent.keyboard("{Control>}k{/Control}");
  await field().fill("high and final");
  await expect.element(option("High and final")).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => visited)
    .toEqual(["/verifications?status=finished&sort=tag", "/verifications?severity=high&findings_source=final"]);
});

test("an id that no file has is offered, but not preselected", async () => {
  const { visited } = await openPalette();
  await field().fill("ver_that_nobody_knows");
  await expect.element(option("ver_that_nobody_knows")).toHaveAttribute("aria-selected", "false");
  await expect.element(option("Search people")).toHaveAttribute("aria-selected", "true");
  await field().fill("long-and-unlike-any-id");
  await expect.poll(options).toEqual(["Search people"]);
  await field().fill("ver_that_nobody_knows");
  await option("ver_that_nobody_knows").click();
  await expect.poll(() => visited).toEqual(["/verifications/ver_that_nobody_knows"]);
});

test("a CURP or an identifying part of one is searched in posted bodies alone, and never as a file's name", async () => {
  const { asked, visited } = await openPalette({ [FILES]: found("FOLI-260116") });
  const posted = (route: string) =>
    asked.filter(({ method, path }) => route === `${method} ${path}`).map(({ body }) => (body as { q: string }).q);
  await field().fill(CURP);
  await expect.element(page.getByText(/^This looks like a CURP or part of one/)).toBeVisible();
  await expect.element(page.getByText("No matching person.")).toBeVisible();
  await expectAccessible();
  expect(options()).toEqual(["Search people"]);
  expect(posted(FILES)).toEqual([]);
  for (const [part, shown] of [
    ["FOLI-260116", [expect.stringMatching(/^FOLI-260116/), "Search people"]],
    [CURP.slice(4, 11), ["Search people"]],
    [`ver_${CURP.slice(0, 10)}`, ["Search people"]],
  ] as const) {
    await field().fill(part);
    await expect.poll(() => posted(PEOPLE)).toContain(part);
    await expect.element(page.getByText(/^This looks like a CURP or part of one/)).toBeVisible();
    await expect.poll(options).toEqual(shown);
  }
  expect(
    asked.map(({ path, query }) => `${path}?${query}`).filter((address) => /GOMC|850101|FOLI/.test(address)),
  ).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => visited).toEqual(["/people"]);
  expect(peopleSearchText()).toBe(`ver_${CURP.slice(0, 10)}`);
});

test("a person is found by name in a posted body, and opened by Enter", async () => {
  const people = [
    {
      ...{ verification_id: "ver_1", people_id: 7, occurrence: 0, name: "Zoé Ñandú", tag: "EXP-9", title: null },
      ...{ role: null, birth_year: 1960, curp: null, outcome: "found", has_pdf: false, people_error: null },
      at: "2026-01-02T18:00:00.000000Z",
      place: [0, 7],
    },
  ];
  const { asked, visited } = await openPalette({
    [FILES]: listOf([]),
    [PEOPLE]: { items: people, next_cursor: null, total: 1 },
  });
  await field().fill("nandu");
  await expect.element(option(/Zoé Ñandú/)).toHaveAttribute("aria-selected", "true");
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => visited).toEqual(["/verifications/ver_1/people/7"]);
  expect(asked.filter(({ query }) => query.size > 0)).toEqual([]);
});

test("Enter that is pressed before the answer opens the file that is found", async () => {
  const files = Promise.withResolvers<object>();
  const { visited } = await openPalette({ [FILES]: () => files.promise });
  await userEvent.keyboard("EXP-1{Enter}");
  files.resolve(listOf([listedFile("EXP-1")]));
  await expect.poll(() => visited).toEqual(["/verifications/ver_EXP-1"]);
});

test("each opening begins with the first option and the files opened meanwhile", async () => {
  await openPalette();
  const first = () => page.getByRole("option").first();
  await expect.element(first()).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowDown}{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  rememberFile({ verification_id: "ver_meanwhile", tag: "EXP-9", name: "Opened meanwhile" });
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(option(/Opened meanwhile/)).toBeVisible();
  await expect.element(first()).toHaveAttribute("aria-selected", "true");
});
