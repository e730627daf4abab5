import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { TimelineEntry } from "#lib/core/contract/verifications/verification.ts";
import { expectAccessible, mountPage } from "#tools/test/mounted-page.tsx";
import { DocumentsTimeline } from "./documents-timeline.tsx";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Change = [to: string, msAgo: number, more?: Partial<TimelineEntry>];

/** The timeline of these changes, in the status of the last one unless the service states another. */
function mounted(changes: Change[], { current = changes.at(-1)?.[0] ?? null, locale = "en" as "en" | "es-MX" } = {}) {
  const now = Date.now();
  const entries = changes.map(([to, msAgo, more], index): TimelineEntry => {
    const at = new Date(now - msAgo).toISOString();
    return { from: changes[index - 1]?.[0] ?? null, to, at, at_text: null, source: "event", gap: false, ...more };
  });
  const completed = entries.find(({ to }) => to === "full_upload")?.at ?? null;
  mountPage(
    <DocumentsTimeline
      entries={entries}
      current={current}
      firstCompletedAt={completed}
      createdAt={entries[0]?.at ?? null}
      status="pending"
    />,
    { locale },
  );
}

const summary = () => document.querySelector("summary");
/** The rows of the table, also while it is folded. */
const rows = () => [...document.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);

const BACK_MS = 77 * HOUR_MS;
const MOVED_BACK: Change[] = [
  ["pending_upload", BACK_MS + 60 * MINUTE_MS],
  ["partial_upload", BACK_MS + 53 * MINUTE_MS],
  ["pending_external", BACK_MS + 32 * MINUTE_MS],
  ["full_upload", BACK_MS + 30 * MINUTE_MS],
  ["partial_upload", BACK_MS],
];

it("states how long a file waits and when it was first complete, and unfolds its states with their times", async () => {
  mounted(MOVED_BACK);
  expect(summary()?.textContent).toMatch(
    /^Partly uploaded.*since .+ · waiting for 3 days 5 hr · first complete after 30 min$/,
  );
  expect(page.getByRole("table").elements()).toEqual([]);
  summary()?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("table")).toBeVisible();
  expect(rows()).toEqual([
    expect.stringMatching(/Pending upload.*7 min$/),
    expect.stringMatching(/Partly uploaded.*21 min$/),
    expect.stringMatching(/External steps pending.*2 min$/),
    expect.stringMatching(/Complete.*30 min$/),
    expect.stringMatching(/Partly uploaded.*moved back.*3 days 5 hr so far$/),
  ]);
  await expectAccessible();
});

it("states the waiting time in Spanish", () => {
  mounted(MOVED_BACK, { locale: "es-MX" });
  expect(summary()?.textContent).toMatch(/lleva 3 días 5 h en espera · completo por primera vez tras 30 min$/);
  expect(rows().at(-1)).toContain("retrocedió");
});

it("counts the seconds of a new file, in its line and its table alike", async () => {
  mounted([["pending_upload", 5_000]]);
  const waiting = () => {
    const text = document.body.textContent ?? "";
    const [line, row] = [/waiting for (\d+) sec/, /(\d+) sec\s*so far/].map((words) => Number(words.exec(text)?.[1]));
    expect(line, text).toBe(row);
    return line ?? Number.NaN;
  };
  const first = waiting();
  expect(first).toBeGreaterThanOrEqual(5);
  await expect.poll(waiting).toBeGreaterThan(first);
});

it("names a missing event, and what a read found", () => {
  mounted([
    ["pending_upload", 3 * HOUR_MS],
    ["full_upload", 2 * HOUR_MS, { from: "pending_external", gap: true }],
    ["partial_upload", HOUR_MS, { source: "api", gap: true }],
  ]);
  expect(summary()?.textContent).toContain("an event is missing");
  expect(rows()).toEqual([
    expect.stringContaining("Pending upload"),
    expect.stringMatching(/^At least one event is missing here/),
    expect.stringContaining("Complete"),
    expect.stringMatching(/^At least one event is missing here: a refresh found a change/),
    expect.stringMatching(/Partly uploaded.*found on refresh/),
  ]);
});

it("mentions the fact of a single read, and draws no state of it", () => {
  mounted([["pending_upload", HOUR_MS]], { current: "partial_upload" });
  expect(document.body.textContent).toContain("The service's last answer says “Partly uploaded”.");
  expect(rows()).toHaveLength(1);
  expect(summary()?.textContent).not.toContain("waiting for");
});
