import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { KeysHelp, showKeys } from "#components/kit/shell/keys-help.tsx";
import { listOf, mountList } from "#tools/test/mounted-list.tsx";
import { expectAccessible } from "#tools/test/mounted-page.tsx";

const TAGS = Array.from({ length: 40 }, (_, index) => `EXP-${index}`);
const row = (tag: string) => page.getByRole("table").getByRole("link", { name: tag, exact: true });
const search = () => page.getByRole("textbox", { name: "Search" });
const focus = (element: Element) => (element as HTMLElement).focus();

async function mountRows() {
  await mountList("/verifications", { "GET /api/verifications": listOf(TAGS) }, { beside: <KeysHelp /> });
  await expect.element(row("EXP-0")).toBeVisible();
}

test("keys move between the rows from anywhere, except where they are text or belong to an open control", async () => {
  await mountRows();
  const status = page.getByRole("region", { name: "Filters" }).getByRole("button", { name: "Status" });
  await userEvent.keyboard("j");
  await expect.element(row("EXP-0")).toHaveFocus();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("j");
  await expect.element(row("EXP-1")).toHaveFocus();
  focus(status.element());
  await userEvent.keyboard("j");
  await expect.element(row("EXP-2")).toHaveFocus();
  await userEvent.keyboard("{End}");
  await expect.element(row("EXP-39")).toHaveFocus();
  await userEvent.keyboard("{Home}");
  await expect.element(row("EXP-0")).toHaveFocus();

  await userEvent.keyboard("{ArrowUp}");
  await expect.element(search()).toHaveFocus();
  await userEvent.keyboard("/j?");
  await expect.element(search()).toHaveValue("/j?");
  await search().fill("");
  await expect.element(row("EXP-0")).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(row("EXP-0")).toHaveFocus();
  await userEvent.keyboard("/");
  await expect.element(search()).toHaveFocus();

  await status.click();
  const choice = page.getByRole("checkbox", { name: "Finished" });
  await expect.element(choice).toBeVisible();
  focus(choice.element());
  await userEvent.keyboard("j");
  await expect.element(choice).toHaveFocus();
});

test("the keys begin with the visible rows, and Enter opens the current row", async () => {
  await mountRows();
  const scrolled = new Promise((resolve) => window.addEventListener("scroll", resolve, { once: true }));
  window.scrollTo(0, 500);
  await scrolled;
  await userEvent.keyboard("j");
  await expect.poll(() => document.activeElement?.closest("[data-row]")).not.toBe(null);
  const current = document.activeElement as HTMLAnchorElement;
  expect(Number(current.closest<HTMLElement>("[data-row]")?.dataset.row)).toBeGreaterThan(3);
  const { top, bottom } = current.getBoundingClientRect();
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThan(window.innerHeight);
  current.blur();
  const opened: (string | undefined)[] = [];
  const open = (event: Event) => {
    // The link's own handler would leave the page of the tests.
    event.preventDefault();
    opened.push((event.target as Element).closest("a")?.href);
  };
  window.addEventListener("click", open, { capture: true, once: true });
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => opened).toEqual([current.href]);
});

test("the list is one step from the beginning of the page", async () => {
  await mountRows();
  const skip = page.getByRole("link", { name: "Skip to the list" });
  focus(skip.element());
  await expect.element(skip).toBeInViewport();
  await userEvent.keyboard("{Enter}");
  await expect.element(row("EXP-0")).toHaveFocus();
});

test("keys of one character are listed by `?` and can be turned off", async () => {
  onTestFinished(() => window.cookieStore.delete("keys"));
  await mountRows();
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await userEvent.keyboard("?");
  await expect.element(dialog).toMatchTextContent("From the search to the rows");
  await expectAccessible();
  await dialog.getByRole("checkbox").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("/j?");
  expect(document.activeElement).toBe(document.body);
  expect(dialog.elements()).toEqual([]);
  showKeys();
  await dialog.getByRole("checkbox").click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await userEvent.keyboard("/");
  await expect.element(search()).toHaveFocus();
});
