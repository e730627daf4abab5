import { expectAccessibleAtBothWidths } from "#e2e/support/accounts.ts";
import { ADMIN, expect, setupLink, test } from "#e2e/support/first-day.ts";

test("on the first day an admin creates the account by the printed link, adds earlier files, connects, and sees the first event arrive", {
  tag: "@journey",
}, async ({ page, installation, service, sign, deliver }) => {
  const link = setupLink(installation.dataDir);
  const main = page.getByRole("main");
  const empty = main.getByRole("status").filter({ hasText: "No verification has arrived yet" });
  expect(link).toMatch(/\/setup#/);

  await test.step("the link creates the administrator, and signs in", async () => {
    await page.goto(link);
    await page.getByLabel("Name").fill(ADMIN.name);
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByLabel("Password").fill(ADMIN.password);
    await page.getByRole("button", { name: "Create administrator" }).click();
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    await expect(page.getByText("Sandbox")).toBeHidden();
  });

  const mark = (word: string) => page.locator("[data-announced]").filter({ hasText: new RegExp(`^${word}$`) });
  const steps = page.getByRole("region", { name: "First steps" });
  await test.step("the overview lists the remaining steps, each with its link", async () => {
    for (const [name, path] of [
      ["Create the webhook", "/webhooks"],
      ["Receive the first event", "/deliveries"],
      ["Add older files by their ids", "/verifications"],
      ["Invite a colleague", "/users"],
    ] as const) {
      const step = steps.getByRole("listitem").filter({ hasText: name });
      await expect(step.getByRole("link")).toHaveAttribute("href", path);
      await expect(step).not.toContainText("done");
    }
    await expectAccessibleAtBothWidths(page);
  });

  await test.step("empty pages state in both languages why they are empty, and how they fill", async () => {
    await expect(page.getByText("No verifications yet")).toBeVisible();
    await page.getByRole("link", { name: "Review", exact: true }).click();
    await expect(main.getByRole("status").filter({ hasText: "Nothing to review yet" })).toBeVisible();
    await page.getByRole("link", { name: "Verifications", exact: true }).click();
    await expect(empty).toContainText("Each verification appears here with the first event");
    await expect(page.getByText(/Nothing matches|could not be loaded/)).toHaveCount(0);
    await page.getByRole("button", { name: "Cambiar a español" }).click();
    const vacia = main.getByRole("status").filter({ hasText: "Aún no llega ningún expediente" });
    await expect(vacia).toContainText("Cada expediente aparece aquí con el primer evento");
    await expect(page.getByText(/Nada coincide|No se pudo cargar/)).toHaveCount(0);
    await page.getByRole("button", { name: "Switch to English" }).click();
    await expect(empty).toBeVisible();
  });

  await test.step("earlier verifications are added by id from the empty list", async () => {
    const old = ["ver_old_1", "ver_old_2"];
    for (const id of old) {
      service.verifications.set(id, {
        verification_id: id,
        status: "finished",
        created_at: "2026-01-15T12:00:00Z",
        account_id: "acc_1",
        tag: `EXP of ${id}`,
        documents_status: "full_upload",
      });
    }
    await main.getByText("Add older files by their ids").click();
    const dialog = page.getByRole("dialog", { name: "Add older files by their ids" });
    await dialog.getByRole("textbox", { name: "Verification ids" }).fill('"ver_old_1"\n"ver_old_2"\n"ver_never"');
    await dialog.getByRole("button", { name: "Add 3 verifications" }).click();
    await expect(dialog.getByText("3 of 3 done · 2 added · 1 unknown to the service")).toBeVisible();
    // The empty list is gone, and the button with it; the dialog stays until the user closes it.
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("search").getByRole("textbox")).toBeFocused();
    for (const id of old) await expect(page.getByRole("link", { name: `EXP of ${id}` }).first()).toBeVisible();
    await expect(empty).toBeHidden();
  });

  await test.step("a notice states that no event can arrive, and one click connects", async () => {
    const banner = page.locator("[data-announced]").filter({ hasText: "The dashboard has no webhook at the service." });
    await expect(banner).toBeVisible();
    await expect(mark("Not receiving")).toBeVisible();
    // The document has the banner with its button, so that the page does not move under the pointer.
    const document = await (await page.request.get("/verifications")).text();
    expect(document).toMatch(/<strong[^>]*>The dashboard has no webhook.*>Connect now<\/button>/s);
    const connected = page.waitForResponse("**/api/receiver");
    await banner.getByRole("button", { name: "Connect now" }).click();
    expect(await (await connected).text()).not.toContain(service.secret);
    await expect(banner).toBeHidden();
    await expect(mark("Waiting for the first event")).toBeVisible();
    await expect(page.getByText("is not reachable from this machine")).toBeHidden();
    expect(service.webhooks).toHaveLength(1);
    expect(service.webhooks[0]?.events).toHaveLength(11);
  });

  await test.step("the list states why files have no titles", async () => {
    await page.goto("/verifications");
    await expect(main.getByText("Files have no names yet")).toBeVisible();
    await expect(main.getByRole("link", { name: "Choose the fields" })).toHaveAttribute(
      "href",
      "/settings#file-titles",
    );
  });

  await test.step("the first event comes into the list without a reload", async () => {
    service.verifications.set("ver_first", {
      verification_id: "ver_first",
      status: "pending",
      account_id: "acc_1",
      tag: "EXP-1",
      company: { legal_name: "Textiles Oro SA de CV", rfc: "TOR110313AB1" },
    });
    const body = JSON.stringify({
      event_name: "verification.v2.created",
      data: {
        verification_id: "ver_first",
        account_id: "acc_1",
        account_name: "Maderas del Sur",
        created_at: new Date().toISOString(),
        status: "pending",
        verification_tag: "EXP-1",
      },
    });
    const answer = await deliver(body, sign(body));
    const acknowledged = { delivery_id: expect.any(Number), result: "stored", late: false };
    expect([answer.status, await answer.json()]).toEqual([200, acknowledged]);
    await expect(page.getByRole("link", { name: "EXP-1" })).toBeVisible();
    // The status is requested every 15 seconds.
    await expect(mark("Live")).toBeVisible({ timeout: 30_000 });
  });

  await test.step("done steps are marked, and the rest can be hidden", async () => {
    await page.goto("/");
    await expect(steps).toContainText("4 of 6 done");
    for (const name of ["Check the API key", "Create the webhook", "Receive the first event", "Add older files"]) {
      await expect(steps.getByRole("listitem").filter({ hasText: name })).toContainText("done");
    }
    await expect(steps.getByRole("listitem").filter({ hasText: "Invite a colleague" })).not.toContainText("done");
    await expectAccessibleAtBothWidths(page);
    // The file was read at its creation, without being opened.
    await expect(steps).toContainText("company › legal_name, in 1 of 3");
    await expect(steps).toContainText("company › rfc, in 1 of 3");
    await steps.getByRole("button", { name: "Use these fields" }).press("Enter");
    await expect(steps).toContainText("5 of 6 done");
    await expect(steps.getByRole("link", { name: "Choose titles for files" })).toBeFocused();
    await page.goto("/verifications");
    await expect(page.getByRole("link", { name: "Textiles Oro SA de CV" })).toBeVisible();
    await expect(main.getByText("Files have no names yet")).toBeHidden();
    await page.goto("/");
    await steps.getByRole("button", { name: "Hide the steps" }).press("Enter");
    await expect(steps).toBeHidden();
    await expect(main).toBeFocused();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    await expect(steps).toBeHidden();
  });

  await test.step("the only account is named once, in the frame, and never as a file", async () => {
    const sidebar = page.getByRole("complementary", { name: "Sidebar" });
    await expect(sidebar.getByText("Account: Maderas del Sur")).toBeVisible();
    await expect(main.getByText("Maderas del Sur")).toHaveCount(0);
    await page.goto("/verifications/ver_first");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Textiles Oro SA de CV");
    const crumbs = page.getByRole("navigation", { name: "You are here" });
    await expect(crumbs.locator("[aria-current=page]")).toHaveText("Textiles Oro SA de CV · EXP-1");
    await expect(main.getByText("Maderas del Sur").filter({ visible: true })).toHaveCount(0);
  });

  await test.step("against a real service the Sandbox page is absent, and no link leads to it", async () => {
    await expect(page.getByRole("link", { name: "Sandbox" })).toHaveCount(0);
    for (const path of ["/sandbox", "/api/sandbox"]) expect((await page.request.get(path)).status(), path).toBe(404);
  });

  await test.step("the link does not work a second time", async () => {
    const token = link.split("#")[1];
    const data = { token, email: "b@example.com", name: "B", password: "otra frase bastante larga" };
    const again = await page.request.post("/api/setup", { data, headers: { origin: installation.origin } });
    expect(again.status()).toBe(403);
  });
});
