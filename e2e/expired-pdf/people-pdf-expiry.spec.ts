import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";

type People = { full_list: { people_id: number; external_identities: { curp: { curp_file?: string } | null } }[] };

test("an open PDF outlives its address, and opens again from an old page", async ({
  page,
  installation,
  sandbox,
  signInAs,
}) => {
  const { sandboxUrl } = installation;
  const control = (method: string, path: string, body: object) =>
    fetch(`${sandboxUrl}/sandbox${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  const key = (await (await control("POST", "/api-keys", { id: "a reader", permission: "read" })).json()).api_key;
  const { id } = await sandbox.play("finished");
  const answer = await fetch(`${sandboxUrl}/v2/verifications/${id}/people`, { headers: { "x-api-key": key } });
  const people: People = await answer.json();
  const person = people.full_list.find(({ external_identities }) => external_identities.curp?.curp_file);
  const address = person?.external_identities.curp?.curp_file ?? expect(person).toBeDefined();
  const status = async () => (await fetch(String(address))).status;
  expect(await status()).toBe(200);

  await signInAs("support");
  await page.goto(`/verifications/${id}/people/${person?.people_id}`);
  await live(page);
  const open = page.getByRole("link", { name: "Open the PDF" });
  const pages = page.getByRole("region", { name: "Pages of the PDF" });
  await open.click();
  await expect(pages).toContainText("CONSTANCIA DE LA CLAVE");

  await expect.poll(status).toBe(403);
  const field = page.getByRole("textbox", { name: "Find in the PDF" });
  await field.fill("fecha de nacimiento");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("1 of 1, on page 1");
  await page.getByRole("button", { name: "Larger" }).click();
  await expect(pages.locator("canvas")).toHaveCount(1);
  await page.getByRole("button", { name: "Close the PDF" }).click();
  await expect(pages).toHaveCount(0);

  await open.click();
  await expect(pages).toContainText("CONSTANCIA DE LA CLAVE");
  await expect(page.getByRole("region", { name: "Opened by" }).getByText("PDF")).toHaveCount(2);
});
