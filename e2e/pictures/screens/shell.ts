import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";
import { openWhileFailing } from "#e2e/support/failures.ts";
import { isLive } from "./list.ts";

async function openOverview({ page, words }: Posing): Promise<void> {
  await page.goto("/");
  await isLive(page, words);
  await expect(page.getByRole("region", { name: words.overview.recent }).getByRole("time").first()).toBeVisible();
}

export const shell: Screen = {
  title: "Overview and shell",
  says: "The state of the account, and what surrounds every page.",
  pictures: [
    {
      name: "overview",
      title: "Overview",
      says: "Each number leads to the files that it counts.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX")],
      async pose(posing) {
        const { page, stage } = posing;
        await page.context().addCookies([{ name: "first-steps", value: "hidden", url: stage.origin }]);
        await openOverview(posing);
        await page.context().clearCookies({ name: "first-steps" });
      },
    },
    {
      name: "overview-empty",
      title: "Overview: not connected yet",
      says: "No event can arrive: what that means, the button that mends it, and the steps that are left.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "dark", "es-MX")],
      act: "first day",
      async pose({ page, words }) {
        await page.goto("/");
        await expect(page.getByText(words.shell.trouble.receiver_missing.title).first()).toBeVisible();
        await expect(page.getByRole("region", { name: words["first-steps"].title })).toBeVisible();
      },
    },
    {
      name: "palette",
      title: "Palette: matches",
      says: "Files by tag, id or account, pages and actions, from everywhere with Ctrl+K.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        await openPalette(posing, "EXP-21");
        await expect(posing.page.getByRole("dialog").getByRole("option").filter({ hasText: "EXP-2101" })).toBeVisible();
      },
    },
    {
      name: "palette-open",
      title: "Palette: before anything is typed",
      says: "Where one can go, and what one can do from anywhere.",
      looks: [look(1440, "dark", "es-MX")],
      pose: (posing) => openPalette(posing, ""),
    },
    {
      name: "shortcuts",
      title: "Shell: the keyboard shortcuts",
      says: "By `?` from everywhere: which keys there are, and those of a single character can be turned off.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        const { page, words } = posing;
        await openOverview(posing);
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog", { name: words["keys-help"].title })).toBeVisible();
      },
    },
    {
      name: "menu",
      title: "Shell: menu on a phone",
      says: "The sidebar, where there is no room for it.",
      looks: [look(360, "light", "es-MX")],
      async pose(posing) {
        await openOverview(posing);
        await posing.page.getByRole("button", { name: posing.words.shell.openMenu }).click();
      },
    },
    {
      name: "account-menu",
      title: "Shell: who is signed in",
      says: "The account, and the way out.",
      looks: [look(1440, "dark")],
      async pose(posing) {
        const { page, words } = posing;
        await openOverview(posing);
        await page.getByRole("button", { name: words.shell.userMenu.replace("{name}", "Ana Administradora") }).click();
      },
    },
    {
      name: "no-such-page",
      title: "Shell: no such page",
      says: "An address that leads nowhere.",
      looks: [look(1440, "light", "es-MX")],
      async pose({ page, words }) {
        await page.goto("/no/such/page");
        await expect(page.getByRole("heading", { name: words.shell.notFound.title })).toBeVisible();
        await isLive(page, words);
      },
    },
    {
      name: "overview-failing",
      title: "Shell: the service fails",
      says: "Said on every page, with since when and what it means for what is shown.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      act: "failures",
      async pose(posing) {
        const { page, words, stage } = posing;
        await stage.sandbox.faultEverywhere({ kind: "status", status: 500 });
        // What the file says may be left of an earlier picture's failure.
        const banner = page.getByText(words.shell.trouble.service_failing.title).first();
        await openWhileFailing(page, stage.files.behind.id, banner);
        await openOverview(posing);
        await expect(banner).toBeVisible();
      },
    },
  ],
};

async function openPalette(posing: Posing, text: string): Promise<void> {
  const { page, words } = posing;
  await openOverview(posing);
  await page.getByRole("button", { name: words.shell.palette.open, exact: true }).click();
  await page.getByRole("dialog").getByRole("combobox").fill(text);
}
