import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "#e2e/support/browser.ts";
import { fileOf, PICTURES, type Picture } from "./pictures.ts";
import { setStage } from "./stage.ts";
import { recordVersion } from "./version.ts";

/**
 * Renews the pictures of the README, and records the version that they show; with arguments, only pictures whose names begin
 * with one of them.
 */
const FOLDER = join("docs", "images");

/** Heights of the windows, by their widths. */
const HEIGHTS = { 1440: 900, 360: 740 } as const;

const wanted = process.argv.slice(2);
const stage = await setStage();
const browser = await launchBrowser();
const failures: unknown[] = [];
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const picture of PICTURES) {
    if (wanted.length > 0 && !wanted.some((word) => picture.name.startsWith(word))) continue;
    await take(picture, join(FOLDER, fileOf(picture))).catch((error) => failures.push(error));
  }
} finally {
  await browser.close();
  await stage.stop();
}
if (failures.length > 0) throw new AggregateError(failures, `${failures.length} pictures could not be taken`);
if (wanted.length === 0) recordVersion();

async function take(picture: Picture, path: string): Promise<void> {
  const { width = 1440, height = HEIGHTS[width], theme = "light", locale = "en", user = "admin" } = picture;
  const context = await browser.newContext({
    baseURL: stage.origin,
    viewport: { width, height },
    hasTouch: width === 360,
    // Scrollbars take no space.
    isMobile: true,
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: locale === "en" ? "en-US" : locale,
    timezoneId: "America/Mexico_City",
    storageState: stage.sessions[user],
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
