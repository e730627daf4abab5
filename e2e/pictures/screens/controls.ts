import { openControls } from "#e2e/pictures/controls/serve.ts";
import { expect, look, type Picture, type Posing, type Screen } from "#e2e/pictures/picture.ts";

const open = ({ page, stage }: Posing) => openControls(page, stage.origin);

/** What opens above the page, by the button that opens it and the element that is opened. */
const OVERLAYS = [
  ["dialog", "Dialog", "dialog-content"],
  ["alert-dialog", "Alert dialog", "alert-dialog-content"],
  ["sheet", "Sheet", "sheet-content"],
  ["menu", "Menu", "dropdown-menu-content"],
  ["popover", "Popover", "popover-content"],
  ["combobox", "Combobox", "combobox-content"],
  ["tooltip", "Tooltip", "tooltip-content"],
  ["toast", "Toast", "toaster"],
] as const;

const overlay = ([file, name, slot]: (typeof OVERLAYS)[number]): Picture => ({
  name: `controls-${file}`,
  title: `Controls: ${name.toLowerCase()}`,
  says: "Above the page.",
  looks: [look(720), look(720, "dark")],
  signedOut: true,
  async pose(posing) {
    const { page } = posing;
    await open(posing);
    // The page fits no window: what opens beside its button wants room.
    await page.locator("#overlays").evaluate((element) => element.scrollIntoView({ block: "center" }));
    const button = page.getByRole("button", { name, exact: true });
    if (file === "tooltip") await button.focus();
    else await button.click();
    await expect(page.locator(`[data-slot=${slot}]`).first()).toBeVisible();
  },
});

export const controls: Screen = {
  title: "Controls",
  says: "Every control of components/ui, in each of its states.",
  pictures: [
    {
      name: "controls",
      title: "Controls: at rest, under the pointer, with the focus, disabled, invalid",
      says: "What the pages are built of, without what opens above a page.",
      looks: [look(), look(1440, "dark"), look(360), look(360, "dark")],
      signedOut: true,
      part: ({ page }) => page.locator("main"),
      pose: open,
    },
    ...OVERLAYS.map(overlay),
  ],
};
