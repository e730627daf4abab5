import { expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import type { VerificationOptions } from "#lib/core/contract/verifications/verification.ts";
import { listOf, mountList } from "#tools/test/mounted-list.tsx";
import { type Asked, expectAccessible } from "#tools/test/mounted-page.tsx";

/* The files that each filter finds are tested by `lib/desk/server/list/list.db.test.ts`. */

const OPTIONS: VerificationOptions = {
  status: [{ value: "archived", count: 1 }],
  documents_status: [],
  label: [{ value: "watched", name: "Watched file", count: 2 }],
  account: [{ value: "acc_1", name: "Banco Uno", count: 3 }],
  item_error: [{ value: "password_protected_pdf", count: 1 }],
  item_type: [{ value: "ac_mx", count: 1 }],
};

const mountFilters = (address?: string, options: VerificationOptions | Promise<VerificationOptions> = OPTIONS) =>
  mountList(address, { "GET /api/choices/verifications": () => options });
const button = (name: string) =>
  page.getByRole("region", { name: "Filters" }).getByRole("button", { name: new RegExp(`^${name}`) });
const chip = (name: string) =>
  page.getByRole("list", { name: "Applied filters" }).getByRole("button", { name: `Remove ${name}` });
const expectQuery = (query: string | RegExp) => expect.poll(() => window.location.search).toMatch(query);
const expectNoQuery = () => expect.poll(() => window.location.search).toBe("");

async function open(name: string): Promise<Locator> {
  await button(name).click();
  const panel = page.getByRole("dialog", { name: new RegExp(`^${name}`) });
  await expect.element(panel).toBeVisible();
  return panel;
}

async function close(name: string) {
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(button(name)).toHaveFocus();
}

/** The choices of a panel with their chips, and their part of the address. */
const CHOICES: [panel: string, choices: Record<string, string>, query: string][] = [
  [
    "Status",
    { Error: "Status: Error", "Pending validation": "Status: Pending validation" },
    "?status=error&status=pending_validation",
  ],
  ["Documents", { "Pending upload": "Documents: Pending upload" }, "?documents_status=pending_upload"],
  [
    "Findings",
    { Medium: "Findings: Medium", "No high-severity": "Findings without: High" },
    "?severity=medium&without_severity=high",
  ],
  [
    "More filters",
    {
      "Watched file": "Label: Watched file",
      "Lookup failed": "CURP lookup: Lookup failed",
      "Any item": "Item that needs attention: yes",
      "The PDF is protected": "Item error: password_protected_pdf",
      "Articles of": "Item type: Articles of incorporation",
    },
    "?label=watched&item_error=password_protected_pdf&item_type=ac_mx&lookup=failed&has_item_error=true",
  ],
];

test("choices are set in their panel, counted on its button, kept in the address, and removed by their chips", async () => {
  const { asked } = await mountFilters();
  const click = async (control: Locator) => {
    await expect.element(control).toBeVisible();
    (control.element() as HTMLElement).click();
  };
  for (const [name, choices, query] of CHOICES) {
    const panel = await open(name);
    await expectAccessible();
    for (const choice of Object.keys(choices))
      await click(panel.getByRole("checkbox", { name: new RegExp(`^${choice}`) }));
    const sorted = (search: string) => search.slice(1).split("&").sort();
    await expect.poll(() => sorted(window.location.search)).toEqual(sorted(query));
    await expect.poll(() => asked.some((request) => `?${request.query}` === window.location.search)).toBe(true);
    await close(name);
    await expect.element(button(name)).toHaveAccessibleName(new RegExp(`${Object.keys(choices).length} chosen`));
    for (const name of Object.values(choices)) await click(chip(name));
    await expectNoQuery();
    await expect.element(page.getByRole("textbox", { name: "Search" })).toHaveFocus();
  }
});

/** The focused control: whether it, an overlay on it or its label has an outline, and whether a part of it is not covered. */
function focused() {
  const element = document.activeElement as HTMLElement;
  const outlined = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration) =>
    outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(", 0)");
  const styles = [getComputedStyle(element), getComputedStyle(element, "::after")];
  const label = element.closest("label");
  if (label) styles.push(getComputedStyle(label));
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const over = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
  return {
    panel: element.closest("[role=dialog]"),
    name: `${element.tagName} ${element.getAttribute("aria-label") ?? element.closest("label")?.textContent ?? ""}`,
    // The calendar button within a date field has the focus, with the browser's own outline.
    outlined: styles.some(outlined) || !element.matches(":focus"),
    inSight: over !== null && (element.contains(over) || over.contains(element)),
  };
}

test("each control of a filter is reached by Tab, with its focus in sight", async () => {
  await mountFilters();
  for (const name of ["Status", "Documents", "Findings", "Review", "Changed", "More filters"]) {
    (button(name).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await expect.poll(() => focused().panel).not.toBe(null);
    const stops = new Set<Element | null>();
    for (let presses = 0; presses < 40 && focused().panel; presses += 1) {
      const { panel: _, ...stop } = focused();
      expect({ filter: name, ...stop }).toMatchObject({ outlined: true, inSight: true });
      stops.add(document.activeElement);
      await userEvent.keyboard("{Tab}");
    }
    expect(stops.size, name).toBeGreaterThan(1);
    if (!focused().panel) (button(name).element() as HTMLElement).focus();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  }
});

test("numbers of days, whole days of the reader's time zone, and times since a change are set and removed", async () => {
  await mountFilters("/verifications?quiet_days=3");
  const more = await open("More filters");
  const quiet = more.getByRole("radiogroup", { name: "No activity for" });
  // A number from the address is a choice too.
  await expect.element(quiet.getByRole("radio", { name: "3 days" })).toBeChecked();
  await quiet.getByRole("radio", { name: "Any time" }).click();
  await expectNoQuery();
  await more
    .getByRole("radiogroup", { name: "Same document status for" })
    .getByRole("radio", { name: "14 days" })
    .click();
  await expectQuery("?documents_status_days=14");
  await close("More filters");
  const changed = (await open("Changed")).getByRole("group", { name: "Changed since" });
  await changed.getByRole("button", { name: "My last visit" }).click();
  await expectQuery("changed_since=last_visit");
  await changed.getByLabelText("Since a time").fill("2099-01-01T09:00");
  await changed.getByRole("button", { name: "Apply filter" }).click();
  await expectQuery(/changed_since=2099-01-01T/);
  await changed.getByRole("button", { name: "Any time" }).click();
  await expectQuery(/^\?documents_status_days=14$/);
  await close("Changed");
  await chip("Same document status for: 14 days").click();
  await expectNoQuery();

  const created = await open("More filters");
  await expect.element(created).toMatchTextContent(/in your time zone \(America\/Mexico City\)/);
  await created.getByLabelText("From", { exact: true }).fill("2026-01-15");
  await expectQuery(`?created_from=${encodeURIComponent("2026-01-15T06:00Z")}`);
  await created.getByLabelText("From", { exact: true }).fill("");
  await created.getByLabelText("Until", { exact: true }).fill("2026-01-15");
  // The whole day is included: the address has the instant at which it ends.
  await expectQuery(`?created_to=${encodeURIComponent("2026-01-16T06:00Z")}`);
  await close("More filters");
  await chip("Created until: Jan 15, 2026").click();
  await expectNoQuery();
});

test("a whole tag is applied by its button, unless it looks like a CURP", async () => {
  await mountFilters();
  const tag = (await open("More filters")).getByLabelText("Exact tag");
  await tag.fill("GOMC850101HDFRRL00");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/^This looks like a CURP/)).toBeVisible();
  await expectNoQuery();
  await tag.fill("EXP-1");
  await userEvent.keyboard("{Enter}");
  await expectQuery("?tag=EXP-1");
});

test("values that only the address can set are listed while they are removed, and a single account is only named", async () => {
  await mountFilters("/verifications?account=acc_1&status=unheard_of");
  await expect.element(chip("Account: Banco Uno")).toBeVisible();
  await chip("Status: unheard_of").click();
  await expectQuery(/^\?account=acc_1$/);
  const panel = await open("More filters");
  const account = panel.getByRole("group", { name: "Account" }).getByRole("checkbox");
  await account.click();
  await expectNoQuery();
  await expect.element(account).toHaveFocus();
  await close("More filters");
  await expect.element(await open("More filters")).toMatchTextContent(/The only account so far:/);
  await expect.element(panel.getByText("Banco Uno", { exact: true })).toBeVisible();
  await expect.element(panel.getByRole("group", { name: "Account" })).not.toBeInTheDocument();
});

test("accounts have their id and their number of files, are searched by both, and are shown by id until the names are known", async () => {
  const names = ["Ladrillos", "Aceros", "Café de Altura", "Cementos", "Empaques", "Frutas", "Hilados", "Lácteos", null];
  const account = names.map((name, index) => ({ value: `acc_${index + 1}`, name, count: 9 - index }));
  const { promise, resolve } = Promise.withResolvers<VerificationOptions>();
  await mountFilters("/verifications?account=acc_1&account=acc_gone", promise);
  await expect.element(chip("Account: acc_1")).toBeVisible();
  resolve({ ...OPTIONS, account });
  await chip("Account: Ladrillos").hover();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent("acc_1");
  const choices = (await open("More filters")).getByRole("group", { name: "Account", exact: true });
  const boxes = choices.getByRole("checkbox");
  // An unknown account of the address comes first, then the most frequent ones.
  await expect.element(boxes.first()).toHaveAccessibleName("acc_gone");
  await expect.element(boxes.nth(1)).toHaveAccessibleName("Ladrillos acc_1 9 verifications");
  const sought = choices.getByRole("textbox", { name: "Account: search" });
  await sought.fill("CAFE");
  await expect.poll(() => boxes.elements().length).toBe(1);
  await userEvent.keyboard("{Tab} ");
  await expectQuery(/account=acc_3/);
  await sought.fill("acc_9");
  await expect.element(boxes).toHaveAccessibleName("acc_9 1 verification");
  await sought.fill("nobody");
  await expect.element(choices.getByRole("status")).toHaveTextContent("No match.");
});

test("the headers order the list, by keyboard too, and state the order", async () => {
  await mountList();
  const header = (name: string) => page.getByRole("columnheader", { name });
  const press = async (name: string) => {
    (header(name).getByRole("button").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
  };
  await expect.element(header("Activity")).toHaveAttribute("aria-sort", "descending");
  await press("Findings");
  await expectQuery("?sort=-findings");
  await expect.element(header("Findings")).toHaveAttribute("aria-sort", "descending");
  await expect.element(header("Activity")).not.toHaveAttribute("aria-sort");
  await expect.element(header("Findings").getByRole("button")).toHaveFocus();
  await press("Findings");
  await expectQuery("?sort=findings");
  await expect.element(header("Findings")).toHaveAttribute("aria-sort", "ascending");
  await press("File");
  await expectQuery("?sort=tag");
  await expect.element(chip("Order: tag A–Z")).toBeVisible();
});

test("on a phone the days of creation and the order are among the other filters, within the window", async () => {
  await mountFilters("/verifications?label=nobody_has_this&created_from=2026-01-01");
  await page.viewport(360, 740);
  await expect.element(button("More filters")).toHaveAccessibleName(/2 chosen/);
  const panel = await open("More filters");
  await panel.getByLabelText("From", { exact: true }).fill("");
  await panel.getByLabelText("Order").selectOptions("created, oldest first");
  await expectQuery(/sort=created_at/);
  const { left, right } = panel.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(360);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await expectAccessible();
});

test("the number of files is announced after a search, not on live updates", async () => {
  await mountList("/verifications", {
    "GET /api/verifications": ({ query }: Asked) => listOf(query.has("q") ? ["EXP-2"] : ["EXP-1", "EXP-2"]),
  });
  const total = page.getByRole("status").filter({ hasText: /\d verifications?$/ });
  await expect.element(total).toHaveAttribute("aria-live", "off");
  const states: (string | null)[] = [];
  const region = total.element();
  new MutationObserver(() => states.push(`${region.ariaLive} ${region.textContent}`)).observe(region, {
    ...{ attributes: true, attributeFilter: ["aria-live"], characterData: true, childList: true, subtree: true },
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await page.getByRole("textbox", { name: "Search" }).fill("EXP-2");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => states).toContain("polite 1 verification");
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(() => states.at(-1)).toBe("off 1 verification");
  vi.useRealTimers();
});
