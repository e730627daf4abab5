import { expect as anyExpect, type Locator, type Page } from "@playwright/test";
import { MESSAGES } from "#e2e/support/messages.ts";
import type { CreatedKey } from "#lib/core/contract/keys/keys.ts";
import type { VerificationPeople } from "#lib/core/contract/people/person.ts";
import type { CreatedWebhook } from "#lib/core/contract/webhooks/webhooks.ts";
import { DESK } from "#lib/desk/contract/review/lanes.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import type { Stage } from "./stage.ts";

/** The timeout for a busy machine. */
const expect = anyExpect.configure({ timeout: 40_000 });

type PictureContext = { page: Page; stage: Stage };

/** A state of a screen: by default a window of 1440 × 900 pixels, light and English. */
export type Picture = {
  name: string;
  width?: 360;
  height?: number;
  theme?: "dark";
  locale?: Exclude<Locale, "en">;
  /** The signed-in user, by default the administrator. */
  user?: "officer";
  /** The part of the page in the picture, if not the window. */
  part?(page: Page): Locator;
  pose(posing: PictureContext): Promise<void>;
};

/** `verifications-360.png`; default values are left out. */
export const fileOf = ({ name, width, theme, locale }: Picture): string =>
  `${[name, width, theme, locale?.slice(0, 2)].filter(Boolean).join("-")}.png`;

const section = (page: Page, title: string): Locator =>
  page.getByRole("region", { name: new RegExp(`^${title}\\s*\\d*$`) });
const firstRow = (page: Page) => page.locator("[data-row-link]").first();

/** Opens a page and waits until it receives live updates. */
async function open(page: Page, path: string, locale: Locale = "en"): Promise<void> {
  const { live } = MESSAGES[locale].shell.live;
  await page.goto(path);
  await expect(page.locator("[data-announced]").filter({ hasText: new RegExp(`^${live}$`) })).toBeVisible();
}

/** Opens a file, by default on its own page, and waits until every part is loaded. */
async function openFile(
  { page, stage: { fileId } }: PictureContext,
  locale: Locale = "en",
  path = `/verifications/${fileId}`,
): Promise<void> {
  const { verification, people } = MESSAGES[locale];
  const { read } = verification.freshness;
  await open(page, path, locale);
  const head = page.getByRole("article").locator("header").first();
  await expect(head.getByText(read.slice(0, read.indexOf("<")).trim())).toBeVisible();
  await expect(section(page, verification.activity.title).getByRole("listitem").first()).toBeVisible();
  // The desk also renders the next files, hidden.
  await expect(page.getByText(people.loading).filter({ visible: true })).toHaveCount(0);
}

/** Opens the desk of an officer, with the queue of unassigned files and one of them. */
async function openDesk(posing: PictureContext): Promise<void> {
  const { page, stage } = posing;
  const { "review-queue": queue, "review-file": file } = MESSAGES.en;
  await openFile(posing, "en", `/review?${DESK.write({ lane: "unassigned", file: stage.fileId })}`);
  await expect(page.getByRole("list", { name: queue.lanes.unassigned, exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: file.label })).toBeVisible();
}

const FINDINGS = MESSAGES.en.verification.findings;

export const PICTURES: readonly Picture[] = [
  { name: "review", user: "officer", pose: openDesk },
  { name: "review", theme: "dark", user: "officer", pose: openDesk },
  { name: "verifications", pose: ({ page }) => open(page, "/verifications") },
  { name: "verifications", width: 360, pose: ({ page }) => open(page, "/verifications") },
  { name: "verification-top", theme: "dark", locale: "es-MX", pose: (posing) => openFile(posing, "es-MX") },
  {
    name: "verification-comparison",
    height: 1600,
    part: (page) => section(page, FINDINGS.title),
    async pose(posing) {
      await openFile(posing);
      await section(posing.page, FINDINGS.title).getByText(FINDINGS.compare.title).click();
    },
  },
  {
    name: "person",
    height: 1180,
    async pose({ page, stage }) {
      await open(page, "/people");
      const answered = page.waitForResponse((response) => response.request().postDataJSON()?.q === stage.fileTag);
      await page.getByRole("search").getByRole("textbox").fill(stage.fileTag);
      await answered;
      await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
      await firstRow(page).click();
      await expect(page.getByRole("heading", { name: MESSAGES.en.people.curp.title })).toBeVisible();
    },
  },
  {
    name: "people",
    theme: "dark",
    locale: "es-MX",
    async pose({ page }) {
      await open(page, "/people", "es-MX");
      await expect(firstRow(page)).toBeVisible();
    },
  },
  {
    name: "webhooks",
    async pose({ page, stage: { call } }) {
      for (const webhook of WEBHOOKS) {
        const { reveal_id } = await call<CreatedWebhook>("POST", "/api/webhooks", webhook);
        await call("DELETE", `/api/reveals/${reveal_id}`);
      }
      await page.goto("/webhooks");
      await expect(page.getByRole("link", { name: WEBHOOKS[1].url })).toBeVisible();
    },
  },
  {
    name: "keys-reveal",
    locale: "es-MX",
    async pose({ page, stage: { call } }) {
      const key = await call<CreatedKey>("POST", "/api/api-keys", { id: "Expediente digital" });
      await call("DELETE", `/api/reveals/${key.reveal_id}`);
      await call("POST", "/api/key-replacements", { old_key_id: key.id });
      await page.goto("/keys");
      await expect(page.getByRole("dialog").locator("code")).toBeVisible();
    },
  },
  {
    name: "audit",
    async pose({ page, stage: { call, fileId } }) {
      const people = `/api/verifications/${fileId}/people`;
      const { full_list } = await call<VerificationPeople>("GET", people);
      await call("GET", `${people}?whole=${full_list[0]?.people_id}`);
      await call("POST", `/api/verifications/${fileId}/read`, { by_hand: true });
      await open(page, "/audit");
      await expect(page.getByRole("listitem").filter({ hasText: "127.0.0.1" }).first()).toBeVisible();
    },
  },
  {
    name: "overview",
    theme: "dark",
    locale: "es-MX",
    async pose({ page, stage: { origin } }) {
      await page.context().addCookies([{ name: "first-steps", value: "hidden", url: origin }]);
      await open(page, "/", "es-MX");
      const recent = page.getByRole("region", { name: MESSAGES["es-MX"].overview.recent });
      await expect(recent.getByRole("time").first()).toBeVisible();
    },
  },
];

const WEBHOOKS = [
  {
    url: "https://hooks.example.com/facturacion",
    events: ["verification.v2.finished", "verification.v2.findings.updated"],
    description: "Facturación, producción",
  },
  { url: "https://10.0.4.17/hooks", events: ["verification.v2.created"], description: "Intranet" },
] as const;
