import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";
import { openList } from "./list.ts";

const HANGING = { kind: "hang" } as const;
const FAILING = { kind: "status", status: 500 } as const;

export const importing: Screen = {
  title: "Adding verifications by id",
  says: "For what happened before the dashboard was connected: the service has no list of it, but answers for each id.",
  pictures: [
    {
      name: "import-before",
      title: "Import: before",
      says: "What is in a pasted list is shown before anything is read; what names a person is left out.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        await openDialog(posing);
        const [first, second, third] = posing.stage.unknownHere;
        await posing.page
          .getByRole("dialog")
          .getByRole("textbox")
          .fill(`${first}\n${second}\n${third}\n${first}\nGOMC850101HDFRRL00`);
      },
    },
    {
      name: "import-running",
      title: "Import: in progress",
      says: "A line an id, in the order given, as far as it is known.",
      looks: [look(1440, "dark", "es-MX")],
      async pose(posing) {
        const { page, stage } = posing;
        const { whole, moved } = stage.files;
        const hanging = stage.unknownHere.at(-1) ?? "";
        await stage.sandbox.faultFor(hanging, HANGING);
        await openDialog(posing);
        await read(posing, [whole.id, "ver_mistyped", moved.id, hanging]);
        await expect(page.getByRole("dialog").getByRole("progressbar")).toHaveAttribute("value", "3");
      },
    },
    {
      name: "import-done",
      title: "Import: done, with failures",
      says: "What came of each id, why some failed, and trying those again.",
      looks: [look(), look(360, "light", "es-MX")],
      async pose(posing) {
        const { page, words, stage } = posing;
        const failing = stage.unknownHere.at(-1) ?? "";
        await stage.sandbox.faultFor(failing, FAILING);
        await openDialog(posing);
        // Each look adds others: what was added once is known from then on.
        await read(posing, [...stage.unknownHere.splice(0, 2), stage.files.whole.id, "ver_mistyped", failing]);
        await expect(page.getByText(words.import.endedWithFailures)).toBeVisible();
      },
    },
  ],
};

async function openDialog(posing: Posing): Promise<void> {
  const { page, words } = posing;
  await openList(posing);
  await page.getByRole("button", { name: words.verifications.import.open }).click();
  await expect(page.getByRole("dialog", { name: words.import.title })).toBeVisible();
}

async function read({ page }: Posing, ids: readonly string[]): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(ids.join("\n"));
  await dialog.locator("button[type=submit]").click();
}
