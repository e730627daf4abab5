import { call, signIn } from "#e2e/pictures/call.ts";
import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";
import { openPalette } from "#e2e/support/palette.ts";

const NOTHING = { title: [], tax_id: [] };
const CHOSEN = { title: ["/company/legal_name", "/channel"], tax_id: ["/company/rfc"] };
const LOOKS = [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")];

export const settings: Screen = {
  title: "Settings",
  says: "What holds for the whole installation: the policies in force, and which fields files are known by.",
  pictures: [
    {
      name: "settings-begin",
      title: "Settings: nothing is chosen",
      says: "The fields of recent answers, with the likely ones by one press.",
      looks: LOOKS,
      height: 1800,
      pose: (posing) => openSettings(posing, NOTHING),
    },
    {
      name: "settings-chosen",
      title: "Settings: what files are known by",
      says: "Several fields in order, in how many files each is, and that all files are up to date.",
      looks: LOOKS,
      async pose(posing) {
        await openSettings(posing, CHOSEN);
        await expect(posing.page.getByText(posing.words["file-titles"].progress.running)).toHaveCount(0);
      },
    },
    {
      name: "settings-system",
      title: "Settings: what runs, and how it is backed up",
      says: "Each process with its version, and what is not kept where a restore would find it.",
      looks: LOOKS,
      async pose(posing) {
        const { page, words } = posing;
        await openSettings(posing, NOTHING);
        await page
          .getByRole("heading", { name: words.system.title, exact: true })
          .evaluate((title) => title.scrollIntoView());
      },
    },
    {
      name: "titles-list",
      title: "Verifications by their titles",
      says: "The title first, the tag beside it; words of it are searched, and stay out of the address.",
      looks: [...LOOKS, look(720), look(1280)],
      async pose(posing) {
        await openSettings(posing, CHOSEN);
        await posing.page.goto("/verifications");
        await posing.page.getByRole("search").getByRole("textbox").fill("de cv");
        await expect(posing.page.getByRole("list").filter({ hasText: "de cv" })).toBeVisible();
        await expect(posing.page.getByRole("table")).toHaveAttribute("aria-busy", "false");
      },
    },
    {
      name: "titles-file",
      title: "A verification by its title",
      says: "The title, and beside it tag and tax ID.",
      looks: LOOKS,
      async pose(posing) {
        await openSettings(posing, CHOSEN);
        await posing.page.goto(`/verifications/${posing.stage.files.whole.id}`);
        await expect(posing.page.getByRole("article")).toContainText("EXP-2101");
      },
    },
    {
      name: "titles-palette",
      title: "A verification found by its title",
      says: "What is typed is posted.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        await openSettings(posing, CHOSEN);
        await (await openPalette(posing.page)).fill("de cv");
        await expect(posing.page.getByRole("option").filter({ hasText: "EXP" }).first()).toBeVisible();
      },
    },
  ],
};

async function openSettings(posing: Posing, fields: { title: string[]; tax_id: string[] }): Promise<void> {
  await signIn(posing);
  const { page, words } = posing;
  await call(posing, "PUT", "/api/settings/title-fields", fields);
  await page.goto("/settings");
  await expect(page.getByRole("group", { name: words["file-titles"].kind.title })).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
}
