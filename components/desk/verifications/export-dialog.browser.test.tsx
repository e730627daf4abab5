import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { VERIFICATION_FILTER } from "#lib/core/contract/verifications/verification-filter.ts";
import { expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { ExportButton } from "./import-export-buttons.tsx";

/* The exported file is tested by `app/api/exports/verifications/route.db.test.ts`. */

const button = () => page.getByRole("button", { name: "Export list" });
const dialog = () => page.getByRole("dialog", { name: "Export files" });
const column = (name: string) => dialog().getByRole("checkbox", { name });
const format = () => dialog().getByRole("combobox", { name: "Format" });
const preset = (name: string) => dialog().getByRole("radio", { name: new RegExp(`^${name} `) });
const adjust = () => dialog().getByText(/^Adjust \(/);
const link = () => dialog().getByRole("link", { name: "Download file" });
const asked = () => new URL((link().element() as HTMLAnchorElement).href).searchParams;

/** The dialog closes by the click; the file itself is not requested here. */
async function download() {
  link()
    .element()
    .addEventListener("click", (event) => event.preventDefault());
  await link().click();
  await expect.element(dialog()).not.toBeInTheDocument();
}

const mountExport = (q: string, dated = false) =>
  mountPage(<ExportButton filter={{ ...VERIFICATION_FILTER.empty, q }} total={1} />, {
    answers: { "GET /api/views": { items: [], dated } },
  });

beforeEach(() => {
  localStorage.clear();
  return () => localStorage.clear();
});

test("the list is exported with its filter and the chosen columns, which are remembered", async () => {
  mountExport("EXP-1");
  (button().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).toMatchTextContent("1 file");
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();

  await button().click();
  await adjust().click();
  await dialog().getByRole("button", { name: "Choose none" }).click();
  await expect.element(dialog()).toMatchTextContent("Choose at least one column.");
  expect(dialog().getByRole("link").elements()).toEqual([]);
  await column("Id").click();
  await column("Tag").click();
  await format().selectOptions("xlsx");
  await expect.element(dialog()).toMatchTextContent("a second sheet with a row for each finding");
  await expect
    .element(link())
    .toHaveAttribute(
      "href",
      "/api/exports/verifications?q=EXP-1&format=xlsx&values=words&columns=verification_id%2Ctag&time_zone=America%2FMexico_City",
    );
  await expectAccessible();
  await download();
  await button().click();
  await expect.element(format()).toHaveValue("xlsx");
  // Choices of no preset are in sight.
  await expect.element(column("Tag")).toBeChecked();
  await expect.element(column("Status")).not.toBeChecked();
  expect(dialog().getByRole("radio", { checked: true }).elements()).toEqual([]);
});

test("a preset sets the columns and the form of values, and is remembered", async () => {
  mountExport("EXP-1");
  await button().click();
  await expect.element(preset("Everything")).toBeChecked();
  expect([asked().get("values"), asked().get("columns")]).toEqual(["words", null]);
  await preset("Codes").click();
  expect([asked().get("values"), asked().get("columns")]).toEqual(["codes", null]);
  await preset("Report").click();
  const report = asked().get("columns")?.split(",");
  expect(asked().get("values")).toBe("words");
  expect(report).toContain("documents_status");
  expect(report).not.toContain("verification_id");
  await format().selectOptions("xlsx");
  await download();
  await button().click();
  await expect.element(preset("Report")).toBeChecked();
  await expect.element(column("Tag")).not.toBeInTheDocument();
  expect(asked().get("columns")?.split(",")).toEqual(report);
  await adjust().click();
  await expect.element(column("Tag")).toBeChecked();
  await column("Tag").click();
  await expect.element(preset("Report")).not.toBeChecked();
  await expect.element(column("Title")).toBeVisible();
});

test("no export has an address with a text that may name a person", async () => {
  mountExport("Maderas del Sur");
  await button().click();
  await expect.element(dialog()).toMatchTextContent("may name a person");
  expect(dialog().getByRole("link").elements()).toEqual([]);
});

test("the sheet of dates is offered where the policy has rules about dates", async () => {
  mountExport("EXP-1", true);
  await button().click();
  await preset("Dates").click();
  await expect.element(adjust()).not.toBeVisible();
  expect(asked().get("sheet")).toBe("dates");
  await expectAccessible();
  await preset("Report").click();
  expect(asked().get("sheet")).toBeNull();
});
