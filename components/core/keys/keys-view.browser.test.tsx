import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { CreatedKey, ListedKey, RotationElsewhere } from "#lib/core/contract/keys/keys.ts";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { KeysView } from "./keys-view.tsx";

const words = MESSAGES.en.keys;
const { reveal } = MESSAGES.en.secrets;
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const key = (id: string, more: Partial<ListedKey> = {}): ListedKey => ({
  ...{ id: `ak_${id}`, name: id, created_at: ago(1), other_fields: {}, current: false, rotating: false },
  ...{ replacing: false, fingerprint: null, value: null, ...more },
});
const listed = (items: ListedKey[], current_known = true) => ({ items, unreadable: null, current_known });
const OWN = key("own", { current: true });
const BILLING = key("billing", { fingerprint: "0a1b2c3d4e5f" });

const mounted = (list: unknown, answers: Record<string, unknown> = {}) =>
  mountPage(<KeysView />, {
    address: "/keys",
    answers: {
      "GET /api/api-keys": list,
      ...{ "GET /api/rotations": { items: [] }, "GET /api/key-replacements": { items: [] } },
      ...{ "GET /api/reveals": { items: [] }, "GET /api/status": { service: {} }, ...answers },
    },
  });

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const alertIn = (part: { getByRole: typeof page.getByRole }) => part.getByRole("alert");
const list = page.getByRole("region", { name: words.list.title });
const entryOf = (name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const named = (text: string, name: string) => text.replace("{name}", name);

it("names why the keys cannot be listed, and loads them again by a button", async () => {
  const retry = button(MESSAGES.en.shell.failed.retry);
  const { answer } = mounted(() => failing(502, "SERVICE_FORBIDDEN"));
  await expect.element(alertIn(list).getByText(/\(403\)/)).toBeVisible();
  for (const [code, said] of [
    ["NOT_FOUND", /\(404\)/],
    ["SERVICE_TIMEOUT", words.problem.SERVICE_TIMEOUT],
  ] as const) {
    answer("GET /api/api-keys", () => failing(502, code));
    await retry.click();
    await expect.element(alertIn(list).getByText(said)).toBeVisible();
  }
  await expect.element(list.getByText(words.list.nothingLost)).toBeVisible();
  await expectAccessible();
  answer("GET /api/api-keys", listed([OWN]));
  await retry.click();
  await expect.element(page.getByText(words.entry.current, { exact: true })).toBeVisible();
  await expect.element(alertIn(list)).not.toBeInTheDocument();
});

it("marks keys older than 90 days with the next step, and offers no deletion of the own key", async () => {
  mounted(listed([key("own", { current: true, created_at: ago(91) }), key("aged", { created_at: ago(91) }), BILLING]));
  await expect.element(entryOf("aged").getByText(words.entry.old)).toBeVisible();
  await expect.element(entryOf("own").getByText(words.entry.oldCurrent)).toBeVisible();
  expect(page.getByText(/Not rotated in 90 days/).elements()).toHaveLength(2);
  const deletion = button(named(words.entry.deleteNamed, "own"));
  await expect.element(deletion).toHaveAttribute("aria-disabled", "true");
  await expect.element(deletion).toHaveAccessibleDescription(words.entry.kept.current);
  await expectAccessible();
});

it("deletes a key once its name is typed, and says where that is not known or not needed", async () => {
  const { answer, asked } = mounted(listed([OWN, BILLING]), {
    "DELETE /api/api-keys/ak_billing": failing(504, "OUTCOME_UNKNOWN"),
  });
  await button(named(words.entry.deleteNamed, "billing")).click();
  const field = dialog.getByRole("textbox");
  await field.fill("another");
  await button(words.delete.submit).click();
  await expect.element(field).toHaveAccessibleDescription(words.delete.differs);
  expect(asked.filter(({ method }) => method === "DELETE")).toEqual([]);
  await expectAccessible();
  await field.fill("billing");
  await userEvent.keyboard("{Enter}");
  await expect.element(alertIn(dialog).getByText(/not known whether the key was deleted/)).toBeVisible();

  answer("DELETE /api/api-keys/ak_billing", () => failing(404, "NOT_FOUND"));
  answer("GET /api/api-keys", listed([OWN]));
  await button(words.delete.submit).click();
  await expect.element(alertIn(dialog).getByText(/\(404\)/)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(entryOf("billing")).not.toBeInTheDocument();
});

it("checks a pasted key, empties its field, and says if the service is not clear", async () => {
  const { answer, asked } = mounted(listed([OWN, BILLING]));
  const { result, ...check } = words.check;
  const section = page.getByRole("region", { name: check.title });
  for (const outcome of ["works", "invalid", "forbidden", "unknown"] as const) {
    answer("POST /api/key-checks", { result: outcome, fingerprint: outcome === "works" ? "0a1b2c3d4e5f" : "" });
    await section.getByLabelText(check.field).fill(`SVC_API_KEY=svc_sk_live_${outcome}`);
    await section.getByRole("button", { name: check.submit }).click();
    await expect.element(section.getByText(result[outcome].body)).toBeVisible();
    await expect.element(section.getByLabelText(check.field)).toHaveValue("");
    if (outcome === "works") await expect.element(section.getByText(named(check.same, "billing"))).toBeVisible();
  }
  const sent = asked.filter(({ path }) => path === "/api/key-checks").map(({ body }) => body);
  expect(sent[0]).toEqual({ api_key: "svc_sk_live_works" });
  await expectAccessible();
});

it("says why no key was created, and stays open while the service answers", async () => {
  const { answer } = mounted(listed([OWN, BILLING]));
  await button(words.list.create).click();
  const create = async (name: string) => {
    await dialog.getByLabelText(words.create.name).fill(name);
    await button(words.create.submit).click();
  };
  answer("POST /api/api-keys", () => failing(409, "DUPLICATE_RESOURCE"));
  await create("billing");
  await expect.element(dialog.getByText(words.problem.DUPLICATE_RESOURCE)).toBeVisible();
  await expect.element(dialog.getByText(/ak_billing/)).toBeVisible();
  answer("POST /api/api-keys", () => failing(504, "OUTCOME_UNKNOWN"));
  await create("lost");
  await expect.element(dialog.getByText(/It is not known whether the key was created/)).toBeVisible();

  const answered = Promise.withResolvers<Response>();
  answer("POST /api/api-keys", () => answered.promise);
  await create("forbidden");
  await expect.element(dialog.getByRole("button", { name: words.create.working })).toBeVisible();
  for (const press of ["{Escape}", "{Escape}", "{Escape}"]) await userEvent.keyboard(press);
  await expect.element(dialog).toBeVisible();
  answered.resolve(failing(502, "SERVICE_FORBIDDEN", { service_message: "no such scope" }));
  await expect.element(dialog.getByText(words.problem.SERVICE_FORBIDDEN)).toBeVisible();
  await expect.element(dialog.getByText("The service says: no such scope")).toBeVisible();
});

it("removes a new value from the page after ten minutes, and names the key that nobody stored", async () => {
  const created: CreatedKey = {
    ...{ id: "ak_new", name: "new", api_key: "svc_sk_live_new", created_at: ago(0), fingerprint: "ffff0000ffff" },
    ...{ reveal_id: "rv_1", expires_at: new Date(Date.now() + 600_000).toISOString() },
  };
  mounted(listed([OWN]), { "POST /api/api-keys": created });
  await button(words.list.create).click();
  await button(words.create.submit).click();
  const value = dialog.getByText("svc_sk_live_new");
  await expect.element(value).toBeVisible();
  for (const press of ["{Escape}", "{Escape}", "{Escape}"]) await userEvent.keyboard(press);
  await expect.element(value).toBeVisible();
  await expectAccessible();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  await expect.element(dialog.getByText(reveal.over)).toBeVisible();
  vi.useRealTimers();
  expect(document.body.innerHTML).not.toContain("svc_sk_live_new");
  await expectAccessible();
  await button(reveal.unstored).click();
  await expect.element(page.getByText(/Nobody has stored the value of “new”/)).toBeVisible();
});

it("asks before a rotation of the own key, and returns the focus when it is cancelled", async () => {
  const { asked } = mounted(listed([OWN]));
  const { rotation } = words;
  await button(rotation.start).click();
  await expect.element(page.getByRole("dialog", { name: rotation.ask.title })).toBeVisible();
  await expectAccessible();
  await button(MESSAGES.en.shell.cancel).click();
  await expect.element(button(rotation.start)).toHaveFocus();
  expect(asked.filter(({ method }) => method === "POST")).toEqual([]);
});

it("asks for the name of the own key before its rotation where the service does not state it", async () => {
  const { asked } = mounted(listed([key("one"), key("two")], false), { "POST /api/rotations": {} });
  const { rotation } = words;
  await expect.element(page.getByText(words.list.currentUnknown)).toBeVisible();
  expect(page.getByText(words.entry.kept.unknown).elements()).toHaveLength(2);
  await button(rotation.start).click();
  await expect.element(button(rotation.ask.submit)).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("radiogroup", { name: rotation.name }).getByRole("radio", { name: /^two / }).click();
  await expectAccessible();
  await button(rotation.ask.submit).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const started = asked.find(({ path, method }) => path === "/api/rotations" && method === "POST");
  expect(started?.body).toEqual({ current_key_id: "ak_two" });
});

it("offers a form for another key while the service refuses the own one, and says why it refuses a key too", async () => {
  const { answer } = mounted(() => failing(502, "SERVICE_UNAUTHORIZED"), {
    "POST /api/key-adoptions": { outcome: "refused", reason: "not_accepted" },
  });
  const adopt = page.getByRole("region", { name: words.adopt.title });
  await adopt.getByLabelText(words.adopt.field).fill("svc_sk_live_made_up");
  await adopt.getByRole("button", { name: words.adopt.submit }).click();
  await expect.element(adopt.getByText(/The service refuses this key too \(401\)/)).toBeVisible();
  await adopt.getByRole("button", { name: words.adopt.offered }).click();
  await expect.element(adopt.getByText(/The service refuses the key in SVC_API_KEY too/)).toBeVisible();
  await expectAccessible();
  answer("POST /api/key-adoptions", { outcome: "adopted" });
  answer("GET /api/api-keys", listed([OWN]));
  await adopt.getByLabelText(words.adopt.field).fill("svc_sk_live_right");
  await adopt.getByRole("button", { name: words.adopt.submit }).click();
  await expect.element(page.getByRole("status").filter({ hasText: words.adopted })).toHaveFocus();
  await expect.element(adopt).not.toBeInTheDocument();
});

it("checks the key of another system before the old one is deleted by its name", async () => {
  const { elsewhere } = words;
  const rotation: RotationElsewhere = {
    ...{ id: "r1", state: "switched", old_key_id: "ak_billing", old_name: "billing", new_key_id: "ak_new" },
    ...{ new_name: "billing-2", problem: null, candidates: null, started_by: "Ana", fingerprint: "ffff0000ffff" },
    ...{
      value: "stored",
      started_at: ago(1),
      created_at: ago(1),
      stored_at: ago(1),
      switched_at: ago(0),
      ended_at: null,
    },
  };
  const { answer } = mounted(listed([OWN, { ...BILLING, replacing: true }, key("new", { replacing: true })]), {
    "GET /api/key-replacements": { items: [rotation] },
    "POST /api/key-replacements/r1/finish": { ...rotation, state: "done", ended_at: ago(0) },
  });
  const task = entryOf(named(elsewhere.of, "billing"));
  await expect.element(task.getByText(elsewhere.needed.lastUseUnknown)).toBeVisible();
  await expect.element(entryOf("billing").getByText(words.entry.kept.replacing)).toBeVisible();
  const field = task.getByLabelText(elsewhere.needed.field);
  for (const [fingerprint, found] of [
    ["0a1b2c3d4e5f", elsewhere.needed.found.old],
    ["ffff0000ffff", elsewhere.needed.found.new],
  ] as const) {
    answer("POST /api/key-checks", { result: "works", fingerprint });
    await field.fill("svc_sk_live_pasted");
    await userEvent.keyboard("{Enter}");
    await expect.element(task.getByText(found)).toBeVisible();
    await expect.element(field).toHaveValue("");
  }
  await expectAccessible();
  await task.getByRole("button", { name: elsewhere.finish.open }).click();
  await dialog.getByRole("textbox").fill("another");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByRole("textbox")).toHaveAccessibleDescription(words.delete.differs);
  await dialog.getByRole("textbox").fill("billing");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("status").filter({ hasText: named(words.rotated, "billing") })).toHaveFocus();
});
