import { QueryClientProvider } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LiveRegion } from "#components/kit/announced.tsx";
import { noticesOptions, unreadOptions } from "#lib/outbound/browser/notices.ts";
import type { Notice, NoticeList } from "#lib/outbound/contract/notices/notice.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { mount } from "#tools/test/mounted.tsx";
import { expectAccessible } from "#tools/test/mounted-page.tsx";
import { Bell } from "./bell.tsx";

const notice = (notice_id: number, tag: string, text: string, read_at: string | null): Notice => ({
  ...{ notice_id, kind: "assigned", verification_id: `ver_${tag}`, at: "2026-01-01T00:00:00.000000Z", read_at, text },
  ...{ mail_failed: notice_id === 3, path: `/verifications/ver_${tag}`, file: { title: null, tag } },
});

const ITEMS = [
  notice(3, "EXP-2", "Overdue", null),
  notice(2, "EXP-1", "Ana assigned this file to you", null),
  notice(1, "EXP-2", "Due today", "2026-01-01T00:00:00.000000Z"),
];

function shown(items: Notice[]) {
  const client = makeQueryClient();
  const list = (unread: number): NoticeList => ({ items, unread, next_cursor: null });
  const setUnread = (unread: number) => client.setQueryData(unreadOptions.queryKey, list(unread));
  setUnread(items.filter(({ read_at }) => read_at === null).length);
  client.setQueryData(noticesOptions("en").queryKey, { pages: [list(0)], pageParams: [""] });
  mount(
    <QueryClientProvider client={client}>
      <Bell />
      <LiveRegion />
    </QueryClientProvider>,
  );
  return { setUnread };
}

it("announces the number of unread notices when it rises", async () => {
  const { setUnread } = shown(ITEMS);
  await expect.element(page.getByRole("button", { name: "Notices: 2 unread" })).toBeVisible();
  await expect.element(page.getByRole("status")).toHaveTextContent("");
  setUnread(3);
  await expect.element(page.getByRole("button", { name: "Notices: 3 unread" })).toBeVisible();
  await expect.element(page.getByRole("status")).toHaveTextContent("Notices: 3 unread");
});

it("opens by keyboard, with the notices of each file together, and closes", async () => {
  shown(ITEMS);
  (page.getByRole("button", { name: "Notices: 2 unread" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("menuitem", { name: "Mark all as read" })).toBeVisible();
  await expectAccessible();
  const texts = page.getByRole("menuitem").elements();
  expect(texts.map(({ textContent }) => textContent)).toEqual([
    "Mark all as read",
    expect.stringMatching(/Unread: Overdue.*The mail could not be sent\./),
    expect.stringContaining("Due today"),
    expect.stringContaining("Unread: Ana assigned this file to you"),
  ]);
  expect(
    page
      .getByRole("menuitem", { name: /Ana assigned/ })
      .element()
      .getAttribute("href"),
  ).toBe("/verifications/ver_EXP-1");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
});

it("says that there are none", async () => {
  shown([]);
  await page.getByRole("button", { name: "Notices" }).click();
  await expect.element(page.getByText(/^No notices\. Files handed to you/)).toBeVisible();
});
