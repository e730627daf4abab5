import type { APIRequestContext, Page, Request } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { changeByApi, reviewOf } from "#e2e/support/reviews.ts";
import { newUser } from "#e2e/support/users.ts";

const words = MESSAGES.en["review-queue"];

const bar = (page: Page) => page.getByRole("region", { name: "Review of this file" });
const lane = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Lanes" }).getByRole("link", { name: new RegExp(`^${name}`) });
const queue = (page: Page, name: string) => page.getByRole("list", { name, exact: true });
const nothing = (page: Page) => page.getByRole("heading", { name: words.empty.mine.title });
const shows = (page: Page, tag: string) =>
  expect(page.getByRole("heading", { level: 1, name: tag, exact: true })).toBeVisible();

/** The method and path of each request about a file from now on. */
function requestsAbout(page: Page): (id: string | null) => string[] {
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  return (id) =>
    requests
      .map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
      .filter((line) => line.includes(`/api/verifications/${id}`));
}

type Officer = { id: string; email: string; password: string };

/** Creates an officer with a queue of their own, at a screen with room for queue and file. */
async function newOfficer(page: Page, origin: string, admin: APIRequestContext): Promise<Officer> {
  const officer = await newUser(admin, "Ema", "compliance");
  const data = { email: officer.email, password: officer.password };
  expect((await page.request.post("/api/session", { data, headers: { origin } })).ok()).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  return officer;
}

/** Assigns a file to an officer once the rules have put it into the queue. */
async function assign(admin: APIRequestContext, id: string, { id: assignee }: Officer): Promise<void> {
  await expect.poll(async () => (await reviewOf(admin, id)).state).toBe("open");
  await changeByApi(admin, id, { state: "open", assignee });
}

/** Holds matching requests until the returned function is called. */
async function hold(page: Page, finds: (url: URL) => boolean): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(finds, async (route) => {
    await promise;
    // An aborted request cannot continue.
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

test("the first file is a preview until it is opened, an empty Mine shows Unassigned, and a loading queue shows no message", async ({
  page,
  play,
  apiAs,
  installation: { origin },
}) => {
  const admin = await apiAs("admin");
  const officer = await newOfficer(page, origin, admin);
  const [first, second] = [await play("finished-clean"), await play("finished-clean")];
  await assign(admin, first.id, officer);
  const about = requestsAbout(page);
  await page.goto("/review");
  await live(page);
  const preview = page.getByRole("region", { name: words.preview.label });
  await expect(preview.getByRole("heading", { level: 2, name: first.tag })).toBeVisible();
  await expect(preview.getByRole("region", { name: /^Findings/ })).toBeVisible();
  await expect(queue(page, "Mine").getByRole("link")).toHaveCount(1);
  await expectAccessibleAtBothWidths(page);
  await page.waitForTimeout(4_000); // No event tells that nothing happens; an opened file counts as seen after 3 s.
  expect(new Set(about(first.id))).toEqual(new Set([`GET /api/verifications/${first.id}`]));

  await page.keyboard.press("Enter");
  await shows(page, first.tag);
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog").getByRole("radio", { name: "Accept" })).toBeFocused();
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(nothing(page)).toBeVisible();
  await expect(queue(page, "Unassigned").getByRole("link").first()).toBeVisible();

  const answer = await hold(
    page,
    (url) => url.pathname === "/api/verifications" && url.searchParams.get("assignee") === "me",
  );
  await assign(admin, second.id, officer);
  await expect(lane(page, "Mine")).toHaveText("Mine1");
  await lane(page, "Mine").click();
  await expect(page.getByText(words.loading).first()).toBeAttached();
  await expect(nothing(page)).toHaveCount(0);
  answer();
  await expect(preview.getByRole("heading", { level: 2, name: second.tag })).toBeVisible();
  await expect(nothing(page)).toHaveCount(0);
});

test("the next files are prefetched with later changes, and no visit of them is recorded", async ({
  page,
  play,
  sandbox,
  apiAs,
  installation: { origin },
}) => {
  const admin = await apiAs("admin");
  const officer = await newOfficer(page, origin, admin);
  const tags = new Map<string | null, string>();
  for (let count = 0; count < 3; count += 1) {
    const { id, tag } = await play("finished-clean");
    tags.set(id, tag);
    await assign(admin, id, officer);
  }
  const path = (id: string | null) => `/api/verifications/${id}`;
  const requested = requestsAbout(page);

  await page.goto("/review?lane=mine");
  await live(page);
  const links = queue(page, "Mine").getByRole("link");
  await expect(links).toHaveCount(3);
  const hrefs = await links.evaluateAll((rows) => rows.map((row) => (row as HTMLAnchorElement).href));
  const [first = null, second = null, third = null] = hrefs.map((href) => new URL(href).searchParams.get("file"));
  for (const id of [first, second, third]) await expect.poll(() => requested(id)).toContain(`GET ${path(id)}`);

  const renewed = page.waitForResponse(
    async (response) => new URL(response.url()).pathname === path(second) && (await response.text()).includes("Tarde"),
  );
  const label = { kind: "label_added", label: "late", display_name: "Tarde", category: null, comment: null };
  await sandbox.change(second ?? "", label);
  await renewed;
  expect(new Set(requested(second))).toEqual(new Set([`GET ${path(second)}`]));

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await shows(page, tags.get(first) ?? "");
  const answer = await hold(page, (url) => url.pathname === path(second));
  const again = page.waitForRequest((request) => new URL(request.url()).pathname === path(second));
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await shows(page, tags.get(second) ?? "");
  await expect(page.getByRole("region", { name: /^Labels/ })).toContainText("Tarde");
  await expect(bar(page)).toContainText("(you)");
  await again;
  answer();
  await expect.poll(() => requested(second)).toContain(`POST ${path(second)}/read`);
  await expect.poll(() => requested(second)).toContain(`PUT ${path(second)}/presence`);
  expect(new Set(requested(third))).toEqual(new Set([`GET ${path(third)}`]));
});

test.describe("a decision that has not been saved", () => {
  // The browser logs the refusal.
  test.use({ expectedNoise: [/status of 503/] });

  test("does not block the next file; a refused decision reopens with the typed text", async ({
    page,
    play,
    apiAs,
    installation: { origin },
  }) => {
    const admin = await apiAs("admin");
    const officer = await newOfficer(page, origin, admin);
    const [one, other] = [await play("finished-clean"), await play("finished-clean")];
    for (const { id } of [one, other]) await assign(admin, id, officer);
    const { promise, resolve: refuse } = Promise.withResolvers<void>();
    const json = { success: false, message: "", code: "UNAVAILABLE", timestamp: "" };
    const path = `**/api/verifications/${one.id}/review`;
    await page.route(path, async (route) => {
      await promise;
      await route.fulfill({ status: 503, json });
    });

    await page.goto(`/review?lane=mine&file=${one.id}`);
    await live(page);
    const links = queue(page, "Mine").getByRole("link");
    await expect(links).toHaveCount(2);
    await shows(page, one.tag);
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("radio").first()).toBeFocused();
    await page.keyboard.press("1");
    const comment = dialog.getByRole("textbox", { name: /^Comment/ });
    await comment.fill("The customer showed the original.");
    await page.keyboard.press("Control+Enter");
    await shows(page, other.tag);
    await expect(dialog).toHaveCount(0);
    await expect(links).toHaveCount(1);

    refuse();
    const said = page.locator("[data-slot=toast]").filter({ hasText: words.unsaved.title.replace("{name}", one.tag) });
    await expect(said).toBeVisible();
    await expect(links).toHaveCount(2);
    await shows(page, other.tag);
    await page.unroute(path);
    await said.getByRole("button", { name: words.unsaved.action }).click();
    await expect(comment).toHaveValue("The customer showed the original.");
    await expect(dialog.getByRole("alert")).not.toBeEmpty();
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await comment.focus();
    await page.keyboard.press("Control+Enter");
    await shows(page, other.tag);
    await expect(links).toHaveCount(1);
    await expect.poll(async () => (await reviewOf(admin, one.id)).state).toBe("resolved");
  });
});
