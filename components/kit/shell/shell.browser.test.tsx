import { expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SessionUser } from "#lib/platform/manifest.ts";
import { expectAccessible, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { systemStatus } from "#tools/test/system-status.ts";
import { Shell } from "./shell.tsx";

const words = MESSAGES.en.shell;
const USER = { name: "Ana Ruiz", email: "ana@example.mx", role: "admin" } as SessionUser;
const LANE = { count: 0, overdue: 0 };

async function mounted(width: number) {
  await page.viewport(width, 740);
  onTestFinished(() => page.viewport(1280, 800));
  return mountPage(
    <Shell user={USER} theme="system" sandbox version="0.2.0" account={null}>
      <h1>Users</h1>
    </Shell>,
    {
      address: "/users",
      answers: {
        "GET /api/status": systemStatus({ sandbox: true }),
        "GET /api/outages": { items: [] },
        "GET /api/session": { user: USER, session: { idle_in: 3_600, idle_limit: 3_600, ends_in: 28_800 } },
        "GET /api/notices": { items: [], unread: 0, next_cursor: null },
        "GET /api/review/lanes": { mine: LANE, unassigned: LANE },
        "GET /api/key-replacements": { items: [] },
        "GET /api/health/live": { build: null },
        "GET /api/live": () => new Promise(() => undefined),
      },
    },
  );
}

const widthOf = (part: { element: () => Element }) => part.element().getBoundingClientRect().width;
const sidebar = page.getByRole("complementary", { name: words.sidebar });
const deliveries = page.getByRole("link", { name: words.pages.deliveries });

it("has a navigation with names from 900 px on, and below a rail of icons whose names appear on hover", async () => {
  await mounted(900);
  await expect.element(sidebar).toBeVisible();
  expect(widthOf(sidebar)).toBe(208);
  await page.viewport(899, 740);
  await expect.poll(() => widthOf(sidebar)).toBe(56);
  expect(widthOf(deliveries)).toBeLessThanOrEqual(40);
  const { scrollWidth, clientWidth } = sidebar.element();
  expect(scrollWidth).toBe(clientWidth);
  await deliveries.hover();
  await expect.poll(() => widthOf(deliveries.getByText(words.pages.deliveries))).toBeGreaterThan(40);
  await expectAccessible();
});

it("has the navigation behind a button on a phone: it holds the focus, and closes by Escape and by following a link", async () => {
  await mounted(360);
  const open = page.getByRole("button", { name: words.openMenu });
  const menu = page.getByRole("dialog", { name: words.navigation });
  await expect.element(sidebar).not.toBeInTheDocument();
  await open.click();
  await expect.element(menu.getByText(new RegExp(words.sandbox.body))).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
  await open.click();
  const people = menu.getByRole("link", { name: words.pages.people });
  await expect.element(people).toBeVisible();
  people.element().addEventListener("click", (event) => event.preventDefault());
  await people.click();
  await expect.element(menu).not.toBeInTheDocument();
});

it.each([
  ["theme", words.theme.label, "Dark"],
  ["account", words.userMenu.replace("{name}", USER.name), USER.email],
])("is accessible with the menu of the %s open", async (_, name, content) => {
  await mounted(1280);
  await page.getByRole("button", { name }).click();
  await expect.element(page.getByRole("menu").getByText(content)).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name })).toHaveFocus();
});
