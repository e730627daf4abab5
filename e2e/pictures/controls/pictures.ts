import { expect, type Picture, type Posing } from "#e2e/pictures/pictures.ts";
import { openControls } from "./serve.ts";

/** What opens above the page, by the button that opens it and the element that is opened. */
const OVERLAYS = [
  ["dialog", "Dialog", "dialog-content"],
  ["menu", "Menu", "dropdown-menu-content"],
  ["popover", "Popover", "popover-content"],
  ["combobox", "Combobox", "combobox-content"],
  ["tooltip", "Tooltip", "tooltip-content"],
  ["toast", "Toast", "toaster"],
] as const;

const open = ({ page, stage }: Posing) => openControls(page, stage.origin);

const overlay = ([file, name, slot]: (typeof OVERLAYS)[number]): Picture => ({
  name: `controls-${file}`,
  width: 720,
  signedOut: true,
  async pose(posing) {
    const { page } = posing;
    await open(posing);
    // The page fits no window: what opens beside its button wants room.
    await page.locator("#overlays").evaluate((element) => element.scrollIntoView({ block: "center" }));
    const button = page.getByRole("button", { name, exact: true });
    await button.click();
    await expect(page.locator(`[data-slot=${slot}]`).first()).toBeVisible();
  },
});

const atRest: Picture = { name: "controls", signedOut: true, part: (page) => page.locator("main"), pose: open };

/** Every control of the kit in each of its states and both themes: at rest, and what opens above a page. */
export const CONTROLS: readonly Picture[] = [
  atRest,
  { ...atRest, width: 360 } as const,
  ...OVERLAYS.map(overlay),
].flatMap((picture) => [picture, { ...picture, theme: "dark" as const }]);
