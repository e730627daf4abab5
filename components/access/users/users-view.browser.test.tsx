import { expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ListedUser } from "#lib/access/contract/user.ts";
import { expectAccessible, failing, MESSAGES, mountPage } from "#tools/test/mounted-page.tsx";
import { UsersView } from "./users-view.tsx";

const { users: words, shell } = MESSAGES.en;
const AT = "2026-11-20T12:00:00.000000Z";

const user = (name: string, more: Partial<ListedUser> = {}): ListedUser => ({
  ...{ id: `u_${name}`, email: `${name.toLowerCase()}@example.mx`, name, role: "support", disabled: false },
  ...{ disabled_by: null, state: "active", ways: ["password"], kept_email: null, second_factor: false },
  ...{ link_expires_at: null, active_at: AT, sessions: 1, created_at: AT, ...more },
});
const listed = (...items: ListedUser[]) => ({
  ...{ items: [user("Ana", { role: "admin" }), ...items], mail: false },
  consent: { required_since: null, offered: false, requests: [] },
});
const ROSA = user("Rosa");
const CHOICES = { catalogue: [], assignees: [], periodic: [], approval: "never", time_zone: "America/Mexico_City" };
const BROKEN = () => failing(503, "DATABASE_UNAVAILABLE");

const dialog = page.getByRole("dialog");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const row = page
  .getByRole("region", { name: new RegExp(`^${words.list.title}`) })
  .getByRole("listitem")
  .filter({ hasText: ROSA.email });

async function choose(action: keyof typeof words.list.action) {
  await row.getByRole("button").click();
  await page.getByRole("menuitem", { name: words.list.action[action] }).click();
}

it("says that the list could not be loaded, loads it again by a button, and marks a list from before", async () => {
  const { answer, client } = mountPage(<UsersView />, { answers: { "GET /api/users": () => failing(400, "other") } });
  const alert = page.getByRole("alert").filter({ hasText: words.list.failed });
  await expect.element(alert.getByText(words.list.nothingLost)).toBeVisible();
  await expectAccessible();
  answer("GET /api/users", listed(ROSA));
  await button(shell.failed.retry).click();
  await expect.element(row).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
  answer("GET /api/users", () => failing(400, "other"));
  await client.invalidateQueries();
  await expect.element(alert.getByText(words.list.shownBefore)).toBeVisible();
  await expect.element(row).toBeVisible();
});

it("says in its dialog that a user's sessions could not be loaded, loads them again, and ends all", async () => {
  const path = `/api/users/${ROSA.id}/sessions`;
  const { answer, asked } = mountPage(<UsersView />, {
    answers: { "GET /api/users": listed(ROSA), [`GET ${path}`]: () => failing(400, "DATABASE_UNAVAILABLE") },
  });
  await choose("sessions");
  await expect.element(dialog.getByRole("alert").getByText(words.problem.DATABASE_UNAVAILABLE)).toBeVisible();
  await expectAccessible();
  const session = { id: "s1", started_at: AT, active_at: AT, address: "10.0.0.1", user_agent: null, current: false };
  answer(`GET ${path}`, { items: [session] });
  await dialog.getByRole("button", { name: shell.failed.retry }).click();
  await expect.element(dialog.getByRole("listitem")).toBeVisible();
  expect(dialog.getByRole("alert").getByText(/./).elements()).toEqual([]);
  await expectAccessible();
  answer(`DELETE ${path}`, () => new Response(null, { status: 204 }));
  await button(words.sessions.endAll).click();
  await expect.element(page.getByRole("status").getByText(words.did.sessions.replace("{name}", "Rosa"))).toBeVisible();
  expect(asked.some(({ method }) => method === "DELETE")).toBe(true);
});

it("keeps a typed invitation through missing fields, a taken address and a failure", async () => {
  const { answer, asked } = mountPage(<UsersView />, { answers: { "GET /api/users": listed(ROSA) } });
  await button(words.list.invite).click();
  const name = dialog.getByLabelText(words.invite.name, { exact: true });
  const email = dialog.getByLabelText(words.invite.email);
  const support = dialog.getByRole("radio", { name: new RegExp(`^${shell.role.support} `) });
  await email.fill("nobody");
  await button(words.invite.submit).click();
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription(`Fill in “${words.invite.name}”.`);
  await expect.element(email).toHaveAccessibleDescription(shell.field.email);
  expect(asked.filter(({ method }) => method === "POST")).toEqual([]);

  await name.fill("Irma Invitada");
  await email.fill(ROSA.email);
  await support.click();
  answer("POST /api/users", () => failing(409, "DUPLICATE_RESOURCE"));
  await button(words.invite.submit).click();
  await expect.element(email).toHaveAccessibleDescription(words.problem.DUPLICATE_RESOURCE);
  answer("POST /api/users", BROKEN);
  await button(words.invite.submit).click();
  await expect.element(dialog.getByRole("alert").getByText(words.problem.DATABASE_UNAVAILABLE)).toBeVisible();
  await expect.element(name).toHaveValue("Irma Invitada");
  await expect.element(email).toHaveValue(ROSA.email);
  await expect.element(support).toBeChecked();
  await expectAccessible();
  expect(asked.findLast(({ method }) => method === "POST")?.body).toEqual({
    ...{ name: "Irma Invitada", email: ROSA.email, role: "support" },
  });
});

it("gives another role by the arrow keys", async () => {
  const { answer, asked } = mountPage(<UsersView />, {
    answers: { "GET /api/users": listed(ROSA), "GET /api/review/choices": CHOICES },
  });
  await choose("role");
  const radio = (role: "support" | "compliance") =>
    dialog.getByRole("radio", { name: new RegExp(`^${shell.role[role]} `) });
  await expect.element(radio("support")).toBeChecked();
  await expectAccessible();
  (radio("support").element() as HTMLElement).focus();
  // The auditor is between them.
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(radio("compliance")).toBeChecked();
  answer("PATCH /api/users/u_Rosa", { ...ROSA, role: "compliance" });
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("status").getByText(words.did.role.replace("{name}", "Rosa"))).toBeVisible();
  expect(asked.find(({ method }) => method === "PATCH")?.body).toMatchObject({ role: "compliance" });
});

it.each(["link", "disable"] as const)("asks before the action: %s", async (action) => {
  const { asked } = mountPage(<UsersView />, {
    answers: {
      ...{ "GET /api/users": listed(ROSA), "GET /api/review/choices": CHOICES },
      "GET /api/users/u_Rosa/reviews": { count: 0, files: [] },
    },
  });
  await choose(action);
  await expect.element(button(words.confirm[action].submit)).toBeVisible();
  await expectAccessible();
  await button(shell.cancel).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked.filter(({ method }) => method !== "GET")).toEqual([]);
});

it("shows the link of an invitation once, until it is closed by its button, and mails it", async () => {
  const { answer, asked } = mountPage(<UsersView />, {
    answers: { "GET /api/users": { ...listed(ROSA), mail: true } },
  });
  await button(words.list.invite).click();
  await dialog.getByLabelText(words.invite.name, { exact: true }).fill("Lucía");
  await dialog.getByLabelText(words.invite.email).fill("lucia@example.mx");
  const invite = { invite_url: "https://cotejo.example.mx/invitation#once", invite_expires_at: "2099-01-05T12:00:00Z" };
  answer("POST /api/users", { ...user("Lucía", { email: "lucia@example.mx" }), ...invite });
  await button(words.invite.submit).click();
  await expect.element(dialog.getByText(invite.invite_url)).toBeVisible();
  // The recipient may be in another zone.
  expect(dialog.element().textContent).toMatch(/ (CST|GMT-6)\b/);
  await expectAccessible();
  for (const press of ["{Escape}", "{Escape}"]) await userEvent.keyboard(press);
  await dialog.getByLabelText("Language of the mail").selectOptions("Spanish");
  answer("POST /api/users/link-mails", { state: "sent", error: null });
  await button("Send by mail").click();
  await expect.element(dialog.getByText("Sent to lucia@example.mx.")).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ path: "/api/users/link-mails", body: { token: "once", locale: "es-MX" } });
  await button(words.link.done).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(document.body.innerHTML).not.toContain(invite.invite_url);
});

it("offers the consent to another administrator's request, and no consent to an own one", async () => {
  const consent = { required_since: AT, offered: true };
  const request = (id: string, asked_by: string) => ({
    ...{ id, action: "new_link", name: "Rosa", email: ROSA.email, asked_by, expires_at: "2099-01-05T12:00:00Z" },
  });
  const requests = [request("c1", "bruno@example.mx"), request("c2", "ana@example.mx")];
  mountPage(<UsersView />, { answers: { "GET /api/users": { ...listed(ROSA), consent: { ...consent, requests } } } });
  const waiting = page.getByRole("region", { name: new RegExp(`^${words.consent.requests}`) });
  const [theirs, own] = [waiting.getByRole("listitem").first(), waiting.getByRole("listitem").last()];
  await expect.element(theirs.getByText(/^Requested by bruno@example\.mx/)).toBeVisible();
  await expect.element(own.getByText(/^You requested it\./)).toBeVisible();
  expect(own.getByRole("button", { name: words.consent.submit }).elements()).toEqual([]);
  await expectAccessible();
  await theirs.getByRole("button", { name: words.consent.submit }).click();
  await expect.element(dialog.getByText(words.consent.about.new_link)).toBeVisible();
  await expectAccessible();
  await button(shell.cancel).click();
  await choose("link");
  await expect.element(dialog.getByText(words.confirm.consent.about)).toBeVisible();
  await expectAccessible();
});

it("asks for the password, and then for the code, before a change that needs them, and repeats the change", async () => {
  const { answer, asked } = mountPage(<UsersView />, {
    answers: {
      ...{ "GET /api/users": listed(ROSA), "GET /api/account/passkeys": { items: [] } },
      "POST /api/users": () => failing(403, "STEP_UP_REQUIRED"),
    },
  });
  await button(words.list.invite).click();
  await dialog.getByLabelText(words.invite.name, { exact: true }).fill("Iván");
  await dialog.getByLabelText(words.invite.email).fill("ivan@example.mx");
  await userEvent.keyboard("{Enter}");
  const { stepUp, signIn } = MESSAGES.en.access;
  const again = page.getByRole("dialog", { name: stepUp.title.replace("{action}", words.invite.confirmTo) });
  const [password, code] = [again.getByLabelText(stepUp.password), again.getByLabelText(signIn.code)];
  await expect.element(password).toHaveFocus();
  answer("POST /api/session/step-up", () => failing(403, "PASSWORD_WRONG"));
  await userEvent.keyboard("not this one{Enter}");
  await expect.element(again.getByText(signIn.problem.PASSWORD_WRONG)).toBeVisible();
  await expect.element(password).toHaveFocus();
  await expectAccessible();
  answer("POST /api/session/step-up", () => failing(403, "SECOND_FACTOR_REQUIRED"));
  await userEvent.keyboard("the right one{Enter}");
  await expect.element(code).toHaveFocus();
  await expectAccessible();
  const invite = { invite_url: "https://cotejo.example.mx/invitation#once", invite_expires_at: "2099-01-05T12:00:00Z" };
  answer("POST /api/session/step-up", {});
  answer("POST /api/users", { ...user("Iván"), ...invite });
  await userEvent.keyboard("123456{Enter}");
  await expect.element(dialog.getByText(invite.invite_url)).toBeVisible();
  const given = asked.filter(({ path }) => path === "/api/session/step-up").map(({ body }) => body);
  expect(given.at(-1)).toEqual({ password: "the right one", code: "123456" });
});

it("stacks the parts of a row below 1,000 px, so that each has room", async () => {
  onTestFinished(() => page.viewport(1280, 800));
  mountPage(<UsersView />, { answers: { "GET /api/users": listed(ROSA) } });
  const edges = (text: string) => row.getByText(text, { exact: true }).element().getBoundingClientRect();
  await expect.element(row).toBeVisible();
  for (const [width, isStacked] of [
    [768, true],
    [999, true],
    [1000, false],
    [1280, false],
  ] as const) {
    await page.viewport(width, 900);
    const isBelow = () => edges(shell.role.support).top >= edges(ROSA.email).bottom;
    await expect.poll(isBelow, { message: `${width}` }).toBe(isStacked);
    expect(document.documentElement.scrollWidth, `${width}`).toBeLessThanOrEqual(width);
  }
});
