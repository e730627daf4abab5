import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { live } from "#e2e/support/list.ts";
import { found, missed, peopleOf, searched, WENDEL } from "#e2e/support/people.ts";

const people = (page: Page) => page.getByRole("region", { name: /^People/ });
const entries = (page: Page) => people(page).getByRole("listitem");

test.beforeEach(({ signInAs }) => signInAs("support"));

test("names the people of a file: names, roles, the ends of each CURP, and available PDFs; the last answer stays when the service fails, with its time", async ({
  page,
  play,
  observer,
  sandbox,
  expectedNoise,
}) => {
  expectedNoise.push(/Failed to load resource/);
  const { id } = await play("finished");
  await page.goto(`/verifications/${id}`);
  const list = await peopleOf(observer, id);
  await expect(entries(page)).toHaveCount(list.length);
  for (const [index, { full_name, external_identities }] of list.entries()) {
    const entry = entries(page).nth(index);
    await expect(entry.getByRole("heading", { level: 3 })).toContainText(full_name ?? "");
    await expect(entry).toContainText("CURP found");
    await expect(entry).toContainText("PDF available");
    const curp = external_identities.curp?.search_number ?? "";
    await expect(entry).toContainText(`${curp.slice(0, 4)}…${curp.slice(-2)}`);
    await expect(entry).toContainText(`begins with ${curp.slice(0, 4)}, ends with ${curp.slice(-2)}`);
    expect(await page.content()).not.toContain(curp);
  }
  await expect(entries(page).first()).toContainText("Shareholder");
  expect(await page.content()).not.toMatch(/Expires=|Signature=/);

  await sandbox.faultForPeopleOf(id, { kind: "status", status: 403 });
  // Reads within ten seconds are one read: only a later one can detect it.
  const again = people(page).getByRole("button", { name: "Refresh people" });
  await expect(async () => {
    await again.click();
    await expect(people(page)).toContainText("could not be refreshed (SERVICE_FORBIDDEN)", { timeout: 1_000 });
  }).toPass();
  await expect(people(page)).toContainText("They are shown as they were on");
  await expect(entries(page).first()).toContainText("CURP found");
});

test("explains why a lookup failed, in words if there are some, and shows its end live, on the file and on the card of the person", async ({
  page,
  context,
  play,
  change,
}) => {
  const { id } = await play("pending-upload");
  await change(
    id,
    searched(900_001, missed("La CURP no cumple."), { people_error: "curp_format_error" }),
    searched(900_002, missed("No se pudo."), { people_error: "curp_scrapper_error" }),
    searched(900_003, missed("No está."), {
      people_error: "curp_service_unavailable",
      people_error_message: "Vuelva más tarde",
    }),
    searched(900_004, missed("Luna llena."), { people_error: "curp_moon_phase" }),
    searched(900_005, missed("Sin código.")),
  );
  await page.goto(`/verifications/${id}`);
  const entry = (number: number) => entries(page).filter({ hasText: `Persona ${number}` });
  await expect(entry(900_001)).toContainText("Wrong format");
  await expect(entry(900_001)).toContainText("The CURP does not have the required format. curp_format_error");
  await expect(entry(900_001)).toContainText("Legal representative");
  await expect(entry(900_001)).not.toContainText("PDF");
  await expect(entry(900_002)).toContainText("could not be extracted from the external registry");
  await expect(entry(900_003)).toContainText("was not available");
  await expect(entry(900_003)).toContainText("The service says: Vuelva más tarde");
  await expect(entry(900_004)).toContainText("curp_moon_phase");
  await expect(entry(900_004)).toContainText("The service says: Luna llena.");
  await expect(entry(900_005)).toContainText("Lookup failed");
  await expect(entry(900_005)).toContainText("The service says: Sin código.");
  await live(page);

  const card = await context.newPage();
  await card.goto(`/verifications/${id}/people/900003`);
  await live(card);
  const lookup = card.getByRole("region", { name: "CURP lookup" });
  await expect(lookup).toContainText("Lookup unavailable");
  await expect(lookup).toContainText("curp_service_unavailable");
  await change(id, searched(900_003, found(WENDEL)));
  await expect(entry(900_003)).toContainText("CURP found");
  await expect(lookup).toContainText("CURP found");
});

test("unread people are reported as such, not as none, with a retry", async ({
  page,
  sandbox,
  settled,
  expectedNoise,
}) => {
  expectedNoise.push(/Failed to load resource/);
  const { id } = await sandbox.play("pending-upload");
  await sandbox.faultForPeopleOf(id, { kind: "status", status: 403 });
  await settled(id);
  await page.goto(`/verifications/${id}`);
  const alert = people(page).getByRole("alert");
  await expect(alert).toContainText("The people could not be loaded from the service");
  await expect(alert).toContainText("SERVICE_FORBIDDEN");
  await expect(people(page)).not.toContainText("lists no people");
  await sandbox.clearFaults();
  const read = people(page).getByRole("button", { name: "Refresh people" });
  // The worker may be the first to read them.
  await alert.getByRole("button", { name: "Load the people again" }).or(read).click();
  await expect(read).toBeVisible();
});
