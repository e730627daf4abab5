import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { WebhooksView } from "#components/core/webhooks/webhooks-view.tsx";
import type { CreatedWebhook, ListedWebhook } from "#lib/core/contract/webhooks/webhooks.ts";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { systemStatus } from "#tools/test/system-status.ts";
import { NewWebhookView } from "./new-webhook-view.tsx";
import { WebhookReveals } from "./webhook-reveals.tsx";
import { WebhookView } from "./webhook-view.tsx";

const { webhooks: words, secrets, verification } = MESSAGES.en;
const URL_OF = "https://hooks.example.mx/svc";

const webhook = (more: Partial<ListedWebhook> = {}): ListedWebhook => ({
  ...{ id: "wh_1", url: URL_OF, events: ["verification.v2.created", "verification.v2.finished"], own: false },
  ...{ description: "Billing", enabled: true, other_fields: {}, problems: [], unknown_events: [] },
  ...{ fingerprint: "0a1b2c3d4e5f", secret: "stored", replacement: null, version: "v1", ...more },
});
const listed = (...items: ListedWebhook[]) => ({ items, unreadable: null, local: false });
const ANSWERS = { "GET /api/reveals": { items: [] }, "GET /api/webhooks": listed(webhook()) };

const dialog = page.getByRole("dialog");
const button = (name: string) => page.getByRole("button", { name });

const create = (answers: Record<string, unknown> = {}) =>
  mountPage(
    <WebhookReveals>
      <NewWebhookView />
    </WebhookReveals>,
    { address: "/new-webhook", answers: { ...ANSWERS, ...answers } },
  );

const open = (answers: Record<string, unknown> = {}) =>
  mountPage(
    <WebhookReveals>
      <WebhookView id="wh_1" />
    </WebhookReveals>,
    { address: "/webhooks/wh_1", answers: { ...ANSWERS, "GET /api/webhooks/wh_1": webhook(), ...answers } },
  );

it("names the problem of each webhook in the list, and its next step on its page", async () => {
  const disabled = webhook({ enabled: false, problems: ["disabled", "private_address"], url: "https://10.0.0.7/" });
  mountPage(<WebhooksView />, {
    answers: {
      "GET /api/webhooks": listed(disabled),
      "GET /api/status": systemStatus(),
      "GET /api/outages": { reading: { left: 0, done_at: null }, outages: [] },
      "GET /api/receiver": () => new Promise(() => undefined),
    },
  });
  const entry = page.getByRole("listitem").filter({ hasText: "10.0.0.7" }).first();
  await expect.element(entry.getByText(words.mark.disabled)).toBeVisible();
  await expect.element(entry.getByText(words.problem.private_address.title)).toBeVisible();
  expect(page.getByText(words.problem.disabled.fix).elements()).toEqual([]);
  await expectAccessible();
});

it("shows the next step for each problem on the page of a webhook", async () => {
  open({ "GET /api/webhooks/wh_1": webhook({ enabled: false, problems: ["disabled"] }) });
  await expect.element(page.getByText(words.problem.disabled.fix)).toBeVisible();
});

it("names the webhook in the title of its page", async () => {
  open();
  await expect.poll(() => document.title).toBe("Billing · Cotejo");
});

it("says what is wrong with a new webhook beside its fields, and finds events by their fields", async () => {
  const { asked } = create();
  const address = page.getByLabelText(words.form.url);
  await address.fill("http://hooks.example.mx");
  await expect.element(page.getByText(words.form.warning.not_https)).toBeVisible();
  await button(words.new.submit).click();
  await expect.element(page.getByText(words.form.urlWrong)).toBeVisible();
  await expect.element(address).toHaveFocus();
  await address.fill(URL_OF);
  await expect.element(page.getByText(words.form.urlWrong)).not.toBeInTheDocument();
  await expect.element(page.getByText(/delivers to this address already/)).toBeVisible();
  const some = page.getByRole("radio", { name: new RegExp(`^${words.form.events.some.title}`) });
  await some.click();
  await button(words.new.submit).click();
  await expect.element(page.getByText(words.form.events.missing)).toBeVisible();
  await expect.element(some).toHaveFocus();
  await page.getByRole("searchbox", { name: words.form.events.search }).fill("run_id");
  await expect.element(page.getByRole("checkbox", { name: /verification\.v2\.findings\.updated/ })).toBeVisible();
  expect(page.getByRole("checkbox", { name: /verification\.v2\.created/ }).elements()).toEqual([]);
  await page
    .getByText(new RegExp(`^${words.form.events.details}`))
    .first()
    .click();
  await expect.element(page.getByText(/"event_name": "verification\.v2\.findings\.updated"/)).toBeVisible();
  await expectAccessible();
  expect(asked.filter(({ method }) => method === "POST")).toEqual([]);
});

it("shows the secret of a webhook whose answer was lost, once the server names it", async () => {
  const { answer, client } = create({
    "POST /api/webhooks": () => {
      throw new TypeError("Failed to fetch");
    },
  });
  await page.getByLabelText(words.form.url).fill(`${URL_OF}/new`);
  await button(words.new.submit).click();
  await expect.element(page.getByText(words.trouble.OFFLINE)).toBeVisible();
  const held = {
    ...{ id: "rv_1", kind: "webhook_secret", subject_id: "wh_2", name: "new", value: "whsec_held" },
    ...{ fingerprint: "ffff", expires_at: new Date(Date.now() + 600_000).toISOString() },
  };
  answer("GET /api/reveals", { items: [held] });
  // As the next poll does.
  await client.refetchQueries({ queryKey: ["reveals"] });
  await expect.element(dialog.getByText("whsec_held")).toBeVisible();
  answer("DELETE /api/reveals/rv_1", () => new Response(null, { status: 204 }));
  await button(secrets.reveal.stored).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it("proves what was stored, and sends test deliveries, while the secret is shown", async () => {
  const created: CreatedWebhook = {
    ...{ id: "wh_2", url: `${URL_OF}/new`, events: [], enabled: true, description: "", secret: "whsec_new" },
    ...{ fingerprint: "ffff", name: "new", reveal_id: "rv_1" },
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  };
  const { answer, asked } = create({ "POST /api/webhooks": created });
  await page.getByLabelText(words.form.url).fill(`${URL_OF}/new`);
  const lists = () => asked.filter(({ method, path }) => method === "GET" && path === "/api/webhooks").length;
  await expect.poll(lists).toBe(1);
  answer("GET /api/webhooks", listed(webhook({ id: "wh_2", url: `${URL_OF}/new` })));
  await button(words.new.submit).click();
  const tried = { event_name: "verification.v2.created", verification_id: "test_0", took_ms: 12 };
  for (const [result, status, text] of [
    ["delivered", 204, "Accepted: the receiver answered 204"],
    ["not_accepted", 500, "Not accepted: the receiver answered 500"],
    ["unreachable", null, "The receiver cannot be reached."],
  ] as const) {
    answer("POST /api/webhooks/wh_2/test-delivery", {
      ...tried,
      result,
      status,
      answer: status === 500 ? "no such table" : null,
    });
    await button(words.test.send).click();
    await expect.element(dialog.getByText(new RegExp(`^${text}`))).toBeVisible();
    if (status === 500) await expect.element(dialog.getByText("no such table")).toBeVisible();
  }
  await dialog.getByText(words.prove.title).click();
  const command = dialog.element().querySelector("pre")?.textContent ?? "";
  expect(command).not.toContain("whsec_new");
  const [, signed = ""] = /^printf '%s' '(.*)' \| openssl/.exec(command) ?? [];
  for (const [stored, says] of [
    ["whsec_another", words.prove.proof.other],
    ["whsec_new\n", words.prove.proof.white_space],
    ["whsec_new", words.prove.proof.matches],
  ] as const) {
    await dialog.getByLabelText(words.prove.sign.field).fill(`SHA2-256(stdin)= ${await hmac(stored, signed)}`);
    await button(words.prove.sign.check).click();
    await expect.element(dialog.getByText(says)).toBeVisible();
  }
  await expectAccessible();
  // The list below has the new webhook by now, which is no other webhook at its address.
  await expect.poll(lists).toBe(2);
  expect(document.body.textContent).not.toContain("to this address already");
});

/** The HMAC-SHA256 of a text, in hexadecimal digits. */
async function hmac(secret: string, text: string): Promise<string> {
  const bytes = (one: string) => new TextEncoder().encode(one);
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)));
  return [...signature].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

it("reviews the difference before it is sent, and keeps another user's change", async () => {
  const theirs = webhook({ description: "Theirs", version: "v2" });
  const { answer, asked } = open({ "PUT /api/webhooks/wh_1": () => failing(412, "CONFLICT") });
  const review = button(words.edit.review);
  await expect.element(review).toHaveAttribute("aria-disabled", "true");
  const description = page.getByLabelText(words.form.description);
  await description.fill("Mine");
  await page.getByRole("checkbox", { name: /verification\.v2\.created/ }).click();
  await review.click();
  await expect.element(dialog.getByText("Billing")).toBeVisible();
  await expect.element(dialog.getByText("verification.v2.created")).toBeVisible();
  await expectAccessible();
  await button(words.edit.dialog.submit).click();
  await expect
    .poll(() => asked.find(({ method }) => method === "PUT")?.body)
    .toEqual({
      description: "Mine",
      events: ["verification.v2.finished"],
    });
  answer("GET /api/webhooks/wh_1", theirs);
  await button(words.edit.dialog.look).click();
  await expect.element(page.getByText(words.edit.meanwhile.title)).toBeVisible();
  await expect.element(page.getByText(/^You both changed: the description\./)).toBeVisible();
  await expect.element(description).toHaveValue("Mine");
  await expectAccessible();
  answer("PUT /api/webhooks/wh_1", webhook({ description: "Mine", version: "v3" }));
  await review.click();
  await button(words.edit.dialog.submit).click();
  await expect.element(page.getByText(words.edit.saved.replace("{name}", "Mine"))).toBeVisible();
});

it("deletes a webhook by its address after its consequences were read, and not if it changed since", async () => {
  const { answer, visited } = open({ "DELETE /api/webhooks/wh_1": () => failing(412, "CONFLICT") });
  await button(words.end.delete).click();
  await expect.element(dialog.getByText(verification.eventName.verification_v2_finished)).toBeVisible();
  const typed = dialog.getByLabelText(words.delete.type);
  await typed.fill("https://hooks.example.mx");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText(words.delete.differs)).toBeVisible();
  await expectAccessible();
  await typed.fill(URL_OF);
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText(/It was not deleted: check it first/)).toBeVisible();
  answer("DELETE /api/webhooks/wh_1", () => new Response(null, { status: 204 }));
  await button(words.delete.submit).click();
  await expect.poll(() => visited).toEqual(["/webhooks"]);
});
