import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "#e2e/support/browser.ts";
import { CONTROLS } from "./controls/pictures.ts";
import { fileOf, PICTURES, type Picture } from "./pictures.ts";
import { setStage } from "./stage.ts";

/**
 * Renews the pictures of the README, and shows every control of the kit in a folder that Git ignores. With words, only
 * those pictures whose names begin with one of them.
 */
const FOLDERS = [
  [join("docs", "images"), PICTURES],
  ["pictures", CONTROLS],
] as const;

/** Heights of the windows, by their widths. 720 is what is left of 1440 at 200 %. */
const HEIGHTS = { 1440: 900, 720: 450, 360: 740 } as const;

const wanted = process.argv.slice(2);
const stage = await setStage();
const browser = await launchBrowser();
const failures: unknown[] = [];
try {
  for (const [folder, pictures] of FOLDERS) {
    mkdirSync(folder, { recursive: true });
    for (const picture of pictures) {
      if (wanted.length > 0 && !wanted.some((word) => picture.name.startsWith(word))) continue;
      await take(picture, join(folder, fileOf(picture))).catch((error) => failures.push(error));
    }
  }
} finally {
  await browser.close();
  await stage.stop();
}
if (failures.length > 0) throw new AggregateError(failures, `${failures.length} pictures could not be taken`);

async function take(picture: Picture, path: string): Promise<void> {
  const { width = 1440, height = HEIGHTS[width], theme = "light", locale = "en" } = picture;
  const context = await browser.newContext({
    baseURL: stage.origin,
    viewport: { width, height },
    hasTouch: width === 360,
    // Scrollbars take no room.
    isMobile: true,
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: locale === "en" ? "en-US" : locale,
    timezoneId: "America/Mexico_City",
    ...(!picture.signedOut && { storageState: stage.session }),
  });
  try {
    const page = await context.newPage();
    await picture.pose({ page, stage });
    await (picture.part?.(page) ?? page).screenshot({ path, animations: "disabled", caret: "hide" });
  } catch (error) {
    throw new Error(`${path} could not be taken`, { cause: error });
  } finally {
    await context.close();
  }
}
