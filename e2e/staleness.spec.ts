import type { Page } from "@playwright/test";
import { expect, NOT_FOUND_NOISE, test } from "./support/fixtures.ts";
import type { Fault } from "./support/sandbox.ts";
import { openInTrouble } from "./support/trouble.ts";

// What fails here would be seen by everybody: these specs have an installation of their own.
test.use({ home: "own" });

// What the handlers answer for a service that they can't have an answer from, which the browser notes.
test.beforeEach(({ expectedNoise }) => void expectedNoise.push(/status of (409|50\d)/));

const noticeOf = (page: Page, title: string | RegExp) => page.getByRole("status").filter({ hasText: title });

const TROUBLES: [name: string, fault: Fault, title: string][] = [
  ["401", { kind: "status", status: 401 }, "The service refuses the API key of this dashboard (401)"],
  ["403", { kind: "status", status: 403 }, "The API key lacks permission (403)"],
  ["404", { kind: "status", status: 404 }, "The service does not know this verification (404)"],
  ["409", { kind: "status", status: 409 }, "The service reports a conflict (409)"],
  ["429", { kind: "status", status: 429 }, "Calls to the service are paused"],
  ["500", { kind: "status", status: 500 }, "The service has a fault of its own (5xx)"],
  ["a proxy's error page", { kind: "html" }, "The service has a fault of its own (5xx)"],
  ["a web page with 200", { kind: "html", status: 200 }, "The service’s answer could not be read"],
  ["half an answer", { kind: "truncate" }, "The service cannot be reached"],
  ["a redirect", { kind: "redirect" }, "The service cannot be reached"],
  ["nothing in time", { kind: "hang" }, "The service did not answer in time"],
];

test.describe("the service answers", () => {
  for (const [name, fault, title] of TROUBLES) {
    test(`${name}: the file still shows, says so, and reading again is the way out`, async ({
      page,
      signInAs,
      sandbox,
      play,
      settled,
    }) => {
      await signInAs("compliance");
      const { id, tag } = await play("pending-upload");
      await sandbox.change(id, { kind: "item_status", item_id: 7, item_type: "csf_mx", internal_status: "processing" });
      await settled(id);
      await sandbox.faultFor(id, fault);
      const notice = noticeOf(page, title);
      await openInTrouble(page, id, notice);
      await expect(page.getByRole("heading", { name: tag, level: 1 })).toBeVisible();
      await expect(page.getByRole("region", { name: "Items" })).toContainText("Tax status certificate");
      await expect(page.getByRole("region", { name: "Document status" }).getByRole("table")).toContainText(
        "Pending upload",
      );

      await sandbox.heal();
      // Where the service has asked for a pause, the first try may still come too early.
      await expect(async () => {
        // Or the last try may have been answered meanwhile, and there is nothing left to press.
        const retry = notice.getByRole("button", { name: "Try again" });
        if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
        await expect(notice).toBeHidden({ timeout: 10_000 });
      }).toPass();
      await expect(page.getByText(/^Service read /)).toBeVisible();
    });
  }

  test("well again while nobody asked: the next opening shows no trouble", async ({
    page,
    signInAs,
    sandbox,
    play,
  }) => {
    await signInAs("support");
    const { id } = await play("pending-upload");
    await sandbox.faultFor(id, { kind: "status", status: 409 });
    await openInTrouble(page, id, noticeOf(page, "The service reports a conflict (409)"));
    await sandbox.heal();
    await page.reload();
    await expect(page.getByText(/^Service read /)).toBeVisible();
    await expect(noticeOf(page, "The service reports a conflict (409)")).toBeHidden();
  });

  test("nothing at all: what events tell still moves on the page", async ({ page, signInAs, sandbox, play }) => {
    await signInAs("compliance");
    const { id } = await play("pending-upload");
    await sandbox.faultFor(id, { kind: "status", status: 500 });
    await openInTrouble(page, id, noticeOf(page, "The service has a fault of its own (5xx)"));
    await sandbox.change(id, { kind: "documents_status", to: "full_upload" });
    await expect(page.getByRole("region", { name: "Document status" }).getByRole("table")).toContainText("Complete");
    await expect(noticeOf(page, "The service has a fault of its own (5xx)")).toBeVisible();
  });
});

test.describe("an id that no event has told about", () => {
  for (const [name, fault, title] of TROUBLES.filter(([name]) => name !== "404" && name !== "429")) {
    test(`and for which the service answers ${name}: that is said, and nothing is invented`, async ({
      page,
      signInAs,
      sandbox,
      expectedNoise,
    }) => {
      await signInAs("compliance");
      const id = `ver_unknown_${name.replaceAll(/\W/g, "")}`;
      await sandbox.faultFor(id, fault);
      await page.goto(`/verifications/${id}`);
      const alert = page.getByRole("alert").filter({ hasText: "This verification could not be looked up" });
      await expect(alert).toContainText(title, { timeout: 30_000 });
      await sandbox.heal();
      expectedNoise.push(...NOT_FOUND_NOISE);
      await expect(async () => {
        const retry = alert.getByRole("button", { name: "Try again" });
        if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
        await expect(page.getByRole("heading", { name: "No such verification" })).toBeVisible({ timeout: 5_000 });
      }).toPass();
    });
  }
});

test.describe("the service in trouble", () => {
  test("is said on every page with since when, and taken back when it is well", async ({
    page,
    signInAs,
    sandbox,
    play,
  }) => {
    await signInAs("compliance");
    const { id } = await play("pending-upload");
    await sandbox.faultEverywhere({ kind: "status", status: 500 });
    // After a few faults in a row Cotejo stops calling for a moment, and says that instead.
    const notice = noticeOf(page, /The service has a fault of its own|Calls to the service are paused/);
    await openInTrouble(page, id, notice);
    const banner = noticeOf(page, "The service does not answer properly.");
    for (const path of ["/", "/verifications", `/verifications/${id}`]) {
      await page.goto(path);
      await expect(banner).toBeVisible();
      await expect(banner.getByRole("time").first()).toBeVisible();
    }
    await sandbox.heal();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/^Service read /)).toBeVisible({ timeout: 10_000 });
      await expect(notice).toBeHidden({ timeout: 10_000 });
    }).toPass();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
    await expect(banner).toBeHidden();
  });

  test("over a refused key is told apart from a service that fails", async ({ page, signInAs, sandbox, play }) => {
    await signInAs("admin");
    const { id } = await play("pending-upload");
    await sandbox.faultEverywhere({ kind: "status", status: 401 });
    await openInTrouble(page, id, noticeOf(page, "The service refuses the API key of this dashboard (401)"));
    await page.goto("/");
    await expect(noticeOf(page, "The service refuses the dashboard's API key.")).toBeVisible();
  });
});
