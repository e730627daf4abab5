import type { Locator } from "@playwright/test";
import { call, signIn } from "#e2e/pictures/call.ts";
import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";
import { BROKEN, openWhileFailing } from "#e2e/support/failures.ts";
import type { Incompleteness } from "#lib/contract/verifications/incomplete.ts";
import { isLive } from "./list.ts";

const section = ({ page }: Posing, title: string): Locator =>
  page.getByRole("region", { name: new RegExp(`^${title}\\s*\\d*$`) });

/** Opens a file and waits until the service has been read and every part is there. */
async function openFile(posing: Posing, id: string): Promise<void> {
  const { page, words } = posing;
  await page.goto(`/verifications/${id}`);
  await isRead(posing);
  await isLive(page, words);
  await expect(section(posing, words.verification.activity.title).getByRole("listitem").first()).toBeVisible();
  await expect(page.getByText(words.people.loading)).toHaveCount(0);
}

/** Waits until the service has been read, which the head of the page then says. */
async function isRead({ page, words: { verification } }: Pick<Posing, "page" | "words">): Promise<void> {
  const { read } = verification.freshness;
  const head = page.getByRole("article").locator("header").first();
  await expect(head.getByText(read.slice(0, read.indexOf("<")).trim())).toBeVisible();
}

const OUTAGE = {
  from: "2026-11-22T14:02:11.000000Z",
  to: "2026-11-22T16:24:35.000000Z",
  reason: "receiver_down",
} as const;
const BEFORE = { from: "2026-11-03T02:00:00.000000Z", to: "2026-11-03T07:29:30.000000Z", reason: "webhook" } as const;

/** Nothing that a picture can wait for loses events. */
const INCOMPLETE: Incompleteness[] = [
  { part: "status", from: "2026-11-22T18:00:00.000000Z", to: null, reason: "silence" },
  ...(["documents_status_timeline", "items", "labels"] as const).flatMap((part) => [
    { part, ...OUTAGE },
    { part, ...BEFORE },
  ]),
  { part: "findings", from: null, to: "2026-11-22T17:00:00.000000Z", reason: "contradiction" },
  { part: "people", ...OUTAGE },
];

export const verification: Screen = {
  title: "A verification",
  says: "One file, in the order of a reviewer's questions: its status, what is wrong, what is missing, who it is about, what happened.",
  pictures: [
    {
      name: "verification",
      title: "File: finished, with findings",
      says: "The whole page of a file that has been through everything.",
      looks: [look(), look(360, "light", "es-MX")],
      height: 1720,
      pose: (posing) => openFile(posing, posing.stage.files.whole.id),
    },
    {
      name: "verification-top",
      title: "File: what one sees first",
      says: "Tag, account, status and freshness, then how the documents came over time, to scale.",
      looks: [look(1440, "dark", "es-MX"), look(360, "dark"), look(720)],
      pose: (posing) => openFile(posing, posing.stage.files.whole.id),
    },
    {
      name: "verification-next",
      title: "File: from file to file",
      says: "Coming from the list, one goes on to the next file from here, by button or by key.",
      looks: [look(1440, "light", "es-MX")],
      async pose({ page, words, stage }) {
        await page.goto("/verifications");
        await page.getByRole("link", { name: stage.files.whole.tag }).click();
        await expect(page.getByRole("navigation", { name: words.verification.walk.title })).toBeVisible();
        await isRead({ page, words });
      },
    },
    {
      name: "verification-timeline",
      title: "File: moved back, an event missing",
      says: "Moves back, stays that only a reading of the service has shown, and where an event is missing are marked in the picture and said in the table.",
      looks: [look(), look(360, "dark", "es-MX")],
      height: 1600,
      part: (posing) => section(posing, posing.words.verification.timeline.title),
      async pose(posing) {
        const { page, words, stage } = posing;
        await openFile(posing, stage.files.moved.id);
        const documents = section(posing, words.verification.timeline.title);
        await documents.locator("summary").first().click();
        // The timeline needs two readings that agree, half a minute apart.
        await expect(async () => {
          await page.getByRole("button", { name: words.verification.freshness.again }).click();
          await expect(documents.getByText(words.verification.timeline.byReading).first()).toBeVisible({
            timeout: 8_000,
          });
        }).toPass({ timeout: 90_000 });
      },
    },
    {
      name: "verification-incomplete",
      title: "File: events may be missing",
      says: "Below the heading of each part: when events may be missing and why; on demand what that means.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")],
      height: 1720,
      async pose(posing) {
        const { page, words, stage } = posing;
        const { id } = stage.files.whole;
        const detail = await (await page.request.get(`/api/verifications/${id}`)).json();
        const json = { ...detail, possibly_incomplete: INCOMPLETE };
        await page.route(`**/api/verifications/${id}`, (route) => route.fulfill({ json }));
        await openFile(posing, id);
        const { title } = words.verification.items;
        const notes = page.getByRole("group").filter({ hasText: words.verification.incomplete.withoutTrace });
        await section(posing, title).locator(notes).locator("summary").click();
        await expect(section(posing, title).getByText(words.verification.incomplete.withoutTrace)).toBeVisible();
      },
    },
    {
      name: "verification-items",
      title: "File: items that need a person",
      says: "What failed, what could not be read and what could not be classified comes first, each with what to do.",
      looks: [look(1440, "dark"), look(360, "light", "es-MX")],
      height: 3200,
      part: (posing) => section(posing, posing.words.verification.items.title),
      async pose(posing) {
        const { words, stage } = posing;
        await openFile(posing, stage.files.failing.id);
        const items = section(posing, words.verification.items.title);
        await items.getByText(words.verification.items.details).first().click();
      },
    },
    {
      name: "verification-origin",
      title: "File: which document a person comes from",
      says: "People lead to the document that their lookup followed, which is marked then, and a document to its people.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")],
      height: 2600,
      async pose(posing) {
        const { words, stage } = posing;
        await openFile(posing, stage.files.failing.id);
        const { items } = words.verification;
        const documents = section(posing, items.title);
        // Those without a problem are one line.
        await documents.locator("details[data-printed] > summary").click();
        await documents.locator("summary").filter({ hasText: /^2 pe/ }).first().click();
        const people = section(posing, words.people.title);
        await people.getByRole("link", { name: words.verification.itemType.ac_mx }).first().click();
      },
    },
    {
      name: "verification-comparison",
      title: "File: two runs of findings compared",
      says: "What a run found that the one before had not, what is gone, and what stayed.",
      looks: [look(), look(360, "dark", "es-MX")],
      height: 1600,
      part: (posing) => section(posing, posing.words.verification.findings.title),
      async pose(posing) {
        const { words, stage } = posing;
        await openFile(posing, stage.files.whole.id);
        const findings = section(posing, words.verification.findings.title);
        await findings.getByText(words.verification.findings.compare.title).click();
      },
    },
    {
      name: "verification-activity",
      title: "File: what was sent",
      says: "Every delivery and every reading in one feed, each with its payload as it came.",
      looks: [look(1440, "dark", "es-MX")],
      height: 1600,
      part: (posing) => section(posing, posing.words.verification.activity.title),
      async pose(posing) {
        const { page, words, stage } = posing;
        await openFile(posing, stage.files.quiet.id);
        const activity = section(posing, words.verification.activity.title);
        await activity.locator("summary").last().click();
        await expect(page.getByRole("region", { name: words.verification.activity.payload })).toBeVisible();
      },
    },
    {
      name: "verification-quiet",
      title: "File: new, with nothing yet",
      says: "A file of which hardly anything is known says of each part why it is empty and what will fill it.",
      looks: [look(), look(1440, "dark", "es-MX")],
      height: 1340,
      pose: (posing) => openFile(posing, posing.stage.files.quiet.id),
    },
    {
      name: "verification-parts-failed",
      title: "File: parts that failed",
      says: "A part that cannot be loaded says so and is tried again by itself; the others stay.",
      looks: [look(1440, "light", "es-MX")],
      height: 1320,
      async pose({ page, words, stage }) {
        await page.route(/\/api\/verifications\/[^/]+\/(people|events)/, (route) => route.fulfill(BROKEN));
        await page.goto(`/verifications/${stage.files.quiet.id}`);
        await expect(page.getByText(words.verification.activity.failed)).toBeVisible();
        await expect(page.getByText(words.people.failed)).toBeVisible();
      },
    },
    {
      name: "verification-not-found",
      title: "File: not found",
      says: "Neither events nor the service know this id.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose({ page, words }) {
        await page.goto("/verifications/ver_mistyped");
        await expect(page.getByRole("heading", { name: words.verification.notFound.title })).toBeVisible();
        await isLive(page, words);
      },
    },
    {
      name: "verification-print",
      title: "File: on paper",
      says: "The first sheet: light, without the shell, ids whole, everything unfolded.",
      looks: [look(720, "dark")],
      height: 1020,
      async pose(posing) {
        const { page, stage } = posing;
        await openFile(posing, stage.files.whole.id);
        await page.emulateMedia({ media: "print" });
        await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      },
    },
    {
      name: "verification-erase",
      title: "File: erasing it here",
      says: "What goes, what stays, and that the service keeps its own; the tag has to be typed.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        const { page, words, stage } = posing;
        await openFile(posing, stage.files.whole.id);
        await page.getByRole("button", { name: words.privacy.erase.more }).click();
        await page.getByRole("menuitem", { name: words.privacy.erase.action }).click();
        await page.getByRole("dialog").getByRole("textbox").first().fill(stage.files.whole.tag);
      },
    },
    {
      name: "verification-erased",
      title: "File: erased here",
      says: "For those who open it afterwards, or had it open.",
      looks: [look(1440, "dark", "es-MX"), look(360)],
      async pose(posing) {
        const { page, words, stage } = posing;
        const { id } = await stage.sandbox.play("finished-clean", "EXP-2110");
        await signIn(posing);
        const headers = { origin: stage.origin };
        await page.request.post("/api/imports/verifications", { data: { ids: [id] }, headers });
        await call(posing, "DELETE", `/api/verifications/${id}`);
        await page.goto(`/verifications/${id}`);
        await expect(page.getByRole("heading", { name: words.verification.erased.title })).toBeVisible();
      },
    },
    {
      name: "verification-lookup-failed",
      title: "File: could not be looked up",
      says: "An id that no event has named, while the service does not answer: why, and trying again.",
      looks: [look(1440, "dark", "es-MX")],
      act: "failures",
      async pose({ page, words, stage }) {
        await stage.sandbox.faultFor("ver_from_an_email", { kind: "status", status: 403 });
        await page.goto("/verifications/ver_from_an_email");
        await expect(page.getByRole("alert").getByText(words.verification.lookup.failed)).toBeVisible();
        await isLive(page, words);
      },
    },
    {
      name: "verification-stale",
      title: "File: the service does not answer",
      says: "What is known is shown all the same, with why it may be behind and since when.",
      looks: [look(), look(360, "dark", "es-MX")],
      act: "failures",
      async pose({ page, words, stage }) {
        await stage.sandbox.faultFor(stage.files.behind.id, { kind: "status", status: 409 });
        await openWhileFailing(page, stage.files.behind.id, page.getByText(words["service-problems"].CONFLICT.title));
        await isRead({ page, words });
        await isLive(page, words);
        await expect(page.getByText(words.people.loading)).toHaveCount(0);
      },
    },
  ],
};
