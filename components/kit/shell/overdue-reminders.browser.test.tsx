import { expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { OverdueReminders } from "./overdue-reminders.tsx";

const DAY_MS = 86_400_000;
const { rotation_open: words } = MESSAGES.en.shell.trouble;

it("reminds of a rotation once its last step is a day ago, and leads to the keys", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const started_at = new Date().toISOString();
  const rotation = { id: "r1", state: "created", old_name: "left open", started_at, created_at: started_at };
  const items = [{ ...rotation, stored_at: null, switched_at: null }];
  const { asked } = mountPage(<OverdueReminders />, { answers: { "GET /api/key-replacements": { items } } });
  const link = page.getByRole("link", { name: words.goOn });
  await expect.poll(() => asked.length).toBe(1);
  await expect.element(link).not.toBeInTheDocument();
  vi.setSystemTime(Date.now() + DAY_MS);
  vi.advanceTimersByTime(60_000);
  await expect.element(link).toBeVisible();
  await expect.element(page.getByText(words.title.replace("{name}", "left open"))).toBeVisible();
  expect(link.element().getAttribute("href")).toBe("/keys");
});
