import { call } from "#e2e/pictures/call.ts";
import { expect, look, type Posing, type Screen } from "#e2e/pictures/picture.ts";
import type { Outages } from "#lib/contract/verifications/incomplete.ts";
import type { CreatedWebhook, ListedWebhook } from "#lib/contract/webhooks/webhooks.ts";

const BILLING = {
  url: "https://hooks.example.com/facturacion",
  events: ["verification.v2.finished", "verification.v2.findings.updated"],
  description: "Facturación, producción",
};
const INTRANET = { url: "https://10.0.4.17/hooks", events: ["verification.v2.created"], description: "Intranet" };

/** Nothing that a picture can wait for makes an outage of hours. */
const OUTAGES: Outages = {
  outages: [
    {
      outage_id: 3,
      cause: "receiver_down",
      began_at: "2026-11-22T14:02:11.000000Z",
      ended_at: "2026-11-22T16:40:05.000000Z",
      lost: [{ from: "2026-11-22T14:02:11.000000Z", to: "2026-11-22T16:24:35.000000Z" }],
      dismissed: null,
    },
    {
      outage_id: 2,
      cause: "refused",
      began_at: "2026-11-18T09:15:00.000000Z",
      ended_at: "2026-11-18T09:21:30.000000Z",
      lost: [],
      dismissed: null,
    },
    {
      outage_id: 1,
      cause: "webhook",
      began_at: "2026-11-03T02:00:00.000000Z",
      ended_at: "2026-11-03T07:45:00.000000Z",
      lost: [
        { from: "2026-11-03T02:00:00.000000Z", to: "2026-11-03T04:10:00.000000Z" },
        { from: "2026-11-03T05:00:00.000000Z", to: "2026-11-03T07:29:30.000000Z" },
      ],
      dismissed: { at: "2026-11-04T16:20:00.000000Z", by: "ana@example.com" },
    },
  ],
  reading: { left: 240, done_at: "2026-11-22T17:05:00.000000Z" },
};

export const webhooks: Screen = {
  title: "Webhooks",
  says: "What is broken, since when, why, and what to press: the dashboard's own webhook first, then all of the account's.",
  pictures: [
    {
      name: "webhooks",
      title: "Webhooks",
      says: "Where each delivers, its events, and what is wrong with it.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        await theirs(posing, BILLING);
        await theirs(posing, INTRANET);
        await posing.page.goto("/webhooks");
        await expect(posing.page.getByRole("link", { name: INTRANET.url })).toBeVisible();
      },
    },
    {
      name: "webhooks-outages",
      title: "Webhooks: an outage that has ended",
      says: "When deliveries did not arrive and why, what was lost for good, and how far reading everything again is.",
      looks: [look(), look(1440, "dark", "es-MX"), look(360, "light", "es-MX"), look(360, "dark")],
      height: 1600,
      part: ({ page, words }) => page.getByRole("region", { name: new RegExp(words.webhooks.outages.title) }),
      async pose({ page, words }) {
        await page.route("**/api/outages", (route) => route.fulfill({ json: OUTAGES }));
        await page.goto("/webhooks");
        await expect(page.getByRole("button", { name: words.webhooks.outages.dismiss })).toBeVisible();
      },
    },
    {
      name: "webhook-new",
      title: "Webhooks: a new one",
      says: "Every event by family, with what it means, its fields and an example; a search goes through all of it.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose({ page, words }) {
        await page.goto("/new-webhook");
        const { form } = words.webhooks;
        await page.getByLabel(form.url).fill(BILLING.url);
        await page.getByRole("searchbox", { name: form.events.search }).fill("computed_at");
        await page.getByText(form.events.details).click();
      },
    },
    {
      name: "webhook-secret",
      title: "Webhooks: the secret",
      says: "Revealed once, in a window that only 'I have stored it' closes; a signature proves that it was stored right.",
      looks: [look(1440, "dark"), look(360, "light", "es-MX")],
      async pose(posing) {
        const { page, words } = posing;
        await acknowledgeAll(posing);
        await create(posing, { ...BILLING, url: `${BILLING.url}/crm`, description: "CRM" });
        await page.goto("/webhooks");
        await page.getByRole("dialog").getByText(words.webhooks.prove.title).click();
        // A secret is not for pictures, not even of a service that is not there.
        await page
          .getByRole("dialog")
          .locator("code")
          .first()
          .evaluate((code) => {
            code.textContent = `whsec_${"•".repeat(48)}`;
          });
      },
    },
    {
      name: "webhook-changes",
      title: "Webhooks: what a change sends",
      says: "Only the fields that differ are sent, and events as a whole list; the difference is shown before.",
      looks: [look(1440, "light", "es-MX"), look(360, "dark")],
      async pose(posing) {
        const { page, words } = posing;
        await page.goto(`/webhooks/${await theirs(posing, BILLING)}`);
        const { form, edit } = words.webhooks;
        await page.getByLabel(form.description, { exact: true }).fill("Facturación");
        await page.getByRole("checkbox", { name: /people\.curp_search_completed/ }).check();
        await page.getByRole("checkbox", { name: /v2\.finished/ }).uncheck();
        await page.getByRole("button", { name: edit.review }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "webhook-replacement",
      title: "Webhooks: replacing a lost secret",
      says: "A replacement webhook, its secret, the switch, and only then the end of the old one; closing the tab loses no step.",
      looks: [look(), look(360, "dark", "es-MX")],
      async pose(posing) {
        const { page, words } = posing;
        const path = `/webhooks/${await theirs(posing, BILLING)}/replace`;
        await call(posing, "POST", `/api${path.replace("/replace", "/replacement")}`).catch(() => undefined);
        await acknowledgeAll(posing);
        await page.goto(path);
        await expect(page.getByText(words.webhooks.replace.closing)).toBeVisible();
      },
    },
  ],
};

const create = (posing: Posing, fields: object) => call<CreatedWebhook>(posing, "POST", "/api/webhooks", fields);

async function acknowledgeAll(posing: Posing): Promise<void> {
  const { items } = await call<{ items: { id: string }[] }>(posing, "GET", "/api/reveals");
  for (const { id } of items) await call(posing, "DELETE", `/api/reveals/${id}`);
}

/** A webhook with its secret stored, created where there is none like it. */
async function theirs(posing: Posing, fields: typeof BILLING): Promise<string> {
  const { items } = await call<{ items: ListedWebhook[] }>(posing, "GET", "/api/webhooks");
  const there = items.find(({ url, replacement }) => url === fields.url && replacement?.part !== "twin");
  const id = there?.id ?? (await create(posing, fields)).id;
  await acknowledgeAll(posing);
  return encodeURIComponent(id);
}
