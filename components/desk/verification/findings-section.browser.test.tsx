import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Finding, FindingsRun, VerificationLabel } from "#lib/core/contract/verifications/verification.ts";
import { expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { FindingsSection } from "./findings-section.tsx";
import { LabelsSection } from "./labels-section.tsx";

const finding = (severity: string, message: string, missing_field: string | null = null): Finding => ({
  severity,
  message,
  missing_field,
});
const run = (run_id: string, day: string, ...items: Finding[]): FindingsRun => ({
  ...{ run_id, items, computed_at: `${day}T12:00:00Z`, computed_at_text: null, source: "provisional" },
  ...{ found_by: "event", before_reopening: false, finished_again: false },
});
const STAYS = finding("medium", "Se queda.");
const GOES = finding("medium", "Se va.");
const RFC = finding("high", "El RFC <b>no</b> coincide;\nrevisar & corregir.", "RFC vigente");
const RUNS = [
  run("three", "2026-11-22", STAYS, RFC, finding("low", "Falta una copia.")),
  run("two", "2026-11-21", STAYS, GOES),
  run("one", "2026-11-20", STAYS, GOES),
];
const FILE = { verification_id: "ver_1", tag: "EXP-1", title: null };

const mounted = () => mountPage(<FindingsSection current={RUNS[0] ?? null} runs={RUNS} items={[]} file={FILE} />);
const region = (name: string) => page.getByRole("region", { name });

it("shows findings by severity, each with its own icon, in their original Spanish", async () => {
  mounted();
  const headings = page.getByRole("heading", { level: 3 }).elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^High/),
    expect.stringMatching(/^Medium/),
    expect.stringMatching(/^Low/),
  ]);
  const signs = headings.map((heading) => {
    const icon = heading.querySelector(".icon");
    return icon && getComputedStyle(icon, "::before").maskPosition;
  });
  expect(new Set(signs).size).toBe(3);
  const message = page.getByText(/^El RFC <b>no<\/b> coincide;/).first();
  await expect.element(message).toHaveAttribute("lang", "es");
  await expect.element(page.getByText("RFC vigente").first()).toHaveAttribute("lang", "es");
  await expect.element(page.getByText("Provisional run").first()).toBeVisible();
  await expectAccessible();
});

it("compares any two runs", async () => {
  mounted();
  await page.getByText(/^What changed between two runs:/).click();
  await expect.element(region("New (2)").getByText(/^El RFC/)).toBeVisible();
  await expect.element(region("Gone (1)").getByText("Se va.")).toBeVisible();
  await expect.element(region("The same (1)").getByText("Se queda.")).toBeVisible();
  await page.getByLabelText("to the run").selectOptions(page.getByLabelText("to the run").getByRole("option").nth(1));
  await page
    .getByLabelText("From the run")
    .selectOptions(page.getByLabelText("From the run").getByRole("option").nth(2));
  await expect.element(region("The same (2)")).toBeVisible();
  await expect.element(page.getByText(/^What changed between two runs: nothing/)).toBeVisible();
  await expectAccessible();
});

it("copies the findings as text, with the file and the kind of the run", async () => {
  const copied: string[] = [];
  Object.assign(navigator.clipboard, { writeText: async (text: string) => void copied.push(text) });
  mounted();
  await page.getByRole("button", { name: "Copy the findings as text" }).click();
  await expect.element(page.getByText("Copied").first()).toBeVisible();
  expect(copied[0]).toMatch(/^EXP-1\nVerification ver_1\n.*Provisional run/s);
  expect(copied[0]).toContain("High (1)\n- El RFC <b>no</b> coincide;\n  revisar & corregir.\n  Missing: RFC vigente");
});

it("tells assigned labels from removed ones, each with its history", async () => {
  const at = (day: string) => ({ at: `2026-11-${day}T12:00:00Z`, at_text: null });
  const label = (name: string, more: Partial<VerificationLabel> = {}): VerificationLabel => ({
    ...{ label: name, display_name: `Etiqueta ${name}`, category: "Riesgo", comment: "después" },
    ...{ added_at: "2026-11-20T12:00:00Z", removed_at: null },
    history: [
      { kind: "added", ...at("20"), comment: "primero" },
      { kind: "removed", ...at("21"), comment: "primero" },
      { kind: "added", ...at("21"), comment: "después" },
    ],
    ...more,
  });
  const gone = label("goes", { removed_at: "2026-11-22T12:00:00Z" });
  gone.history.push({ kind: "removed", ...at("22"), comment: "después" });
  mountPage(<LabelsSection labels={[label("stays"), gone]} />);
  const entry = (name: string) =>
    page
      .getByRole("listitem")
      .filter({ hasText: `Etiqueta ${name}` })
      .first();
  await expect.element(entry("stays").getByText("después").first()).toBeVisible();
  expect(entry("stays").element().textContent).not.toContain("Removed");
  await entry("goes").getByText("History: 3 changes").click();
  const steps = entry("goes").getByRole("listitem").elements();
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Assigned · “primero”"),
    expect.stringContaining("Comment changed: “primero” → “después”"),
    expect.stringContaining("Removed"),
  ]);
  await expectAccessible();
});
