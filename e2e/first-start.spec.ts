import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./support/first-day.ts";

test("on the first day one creates the administrator by the printed link, connects, and sees the first file arrive", async ({
  page,
  installation,
  service,
  sign,
  deliver,
}) => {
  const link = readFileSync(join(installation.dataDir, "setup-link"), "utf8").trim();
  expect(link).toMatch(/\/setup#/);

  await test.step("the link creates the administrator, and signs in", async () => {
    await page.goto(link);
    await page.getByLabel("Name").fill("Ana Primera");
    await page.getByLabel("Email").fill("ana@example.com");
    await page.getByLabel("Password").fill("una frase bastante larga");
    await page.getByRole("button", { name: "Create administrator" }).click();
    await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
    await expect(page.getByText("Sandbox")).toBeHidden();
  });

  await test.step("empty pages say why they are empty and what fills them", async () => {
    await expect(page.getByText("No verification is known yet")).toBeVisible();
    await page.getByRole("link", { name: "Verifications" }).click();
    await expect(page.getByText("No verification has arrived yet")).toBeVisible();
    await expect(page.getByText(/The service has no list to ask for/)).toBeVisible();
  });

  await test.step("it is said that no event can arrive, and one click connects", async () => {
    const banner = page.getByRole("status").filter({ hasText: "The dashboard has no webhook at the service." });
    await expect(banner).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /^Not receiving$/ })).toBeVisible();
    await banner.getByRole("button", { name: "Connect now" }).click();
    await expect(banner).toBeHidden();
    await expect(page.getByRole("status").filter({ hasText: /^Live$/ })).toBeVisible();
    expect(service.webhooks).toHaveLength(1);
    expect(service.webhooks[0]?.events).toHaveLength(11);
  });

  await test.step("the first event fills the list without a reload", async () => {
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
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { delivery_id: expect.any(Number), result: "stored", late: false },
    ]);
    await expect(page.getByRole("link", { name: "EXP-1" })).toBeVisible();
    await expect(page.getByText("No verification has arrived yet")).toBeHidden();
  });

  await test.step("the link does not work a second time", async () => {
    const data = {
      token: link.split("#")[1],
      email: "b@example.com",
      name: "B",
      password: "otra frase bastante larga",
    };
    const again = await page.request.post("/api/setup", { data, headers: { origin: installation.origin } });
    expect(again.status()).toBe(403);
  });
});
