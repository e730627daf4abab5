import { expect, test } from "./support/first-day.ts";

test.use({ admin: { email: "ana@example.com", password: "una frase bastante larga" } });

test("an installation on its first day says in both languages why the list is empty, and what fills it", async ({
  page,
  signInAsAdmin,
}) => {
  await signInAsAdmin();
  await page.goto("/verifications");
  const empty = page.getByRole("main").getByRole("status").filter({ hasText: "No verification has arrived yet" });
  await expect(empty).toContainText("this page fills by itself with each event");
  await expect(page.getByText(/Nothing matches|could not be loaded/)).toHaveCount(0);
  await page.getByRole("button", { name: "Cambiar a español" }).click();
  const vacia = page.getByRole("main").getByRole("status").filter({ hasText: "Aún no llega ninguna verificación" });
  await expect(vacia).toContainText("esta página se llena sola con cada evento");
  await expect(page.getByText(/Nada coincide|No se pudo cargar/)).toHaveCount(0);
});

test("what happened before the dashboard was connected is added by id from the empty list", async ({
  page,
  service,
  signInAsAdmin,
}) => {
  for (const [id, tag] of [
    ["ver_old_1", "EXP-OLD-1"],
    ["ver_old_2", "EXP-OLD-2"],
  ] as const) {
    service.verifications.set(id, {
      verification_id: id,
      status: "finished",
      created_at: "2026-01-15T12:00:00Z",
      account_id: "acc_1",
      tag,
      documents_status: "full_upload",
    });
  }
  await signInAsAdmin();
  await page.goto("/verifications");
  await expect(page.getByText("No verification has arrived yet")).toBeVisible();
  await page.getByRole("main").getByText("Add verifications by id").click();
  const dialog = page.getByRole("dialog", { name: "Add verifications by id" });
  await dialog.getByRole("textbox", { name: "Verification ids" }).fill('"ver_old_1"\n"ver_old_2"\n"ver_never"');
  await dialog.getByRole("button", { name: "Read 3 verifications" }).click();
  await expect(dialog.getByText("3 of 3 done · 2 added · 1 unknown to the service")).toBeVisible();
  // The empty list is gone, and with it the button; the dialog stays until one has read what it says.
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("search").getByRole("textbox")).toBeFocused();
  await expect(page.getByRole("link", { name: "EXP-OLD-1" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "EXP-OLD-2" }).first()).toBeVisible();
});
