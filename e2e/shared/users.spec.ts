import { currentCode, landed, previousCode, typePassword } from "#e2e/support/accounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { chooseFromMenu, pressOn, tabTo } from "#e2e/support/keyboard.ts";
import { MESSAGES } from "#e2e/support/messages.ts";
import { newTag } from "#e2e/support/sandbox.ts";
import { newUser } from "#e2e/support/users.ts";

/* Changes of existing users, with the keyboard alone. */
const SECOND = "otra frase, y más larga";

const words = MESSAGES.en;

test("an administrator changes a role, disables, enables and withdraws", async ({
  page,
  signInAs,
  apiAs,
  request: theirs,
  installation,
}) => {
  const { action } = words.users.list;
  const admin = await apiAs("admin");
  const ivan = await newUser(admin, "Iván");
  const noe = { name: "Noé", email: `${newTag().toLowerCase()}@example.mx`, role: "support" };
  expect((await admin.post("/api/users", { data: noe })).status()).toBe(201);
  const signIn = () =>
    theirs.post("/api/session", {
      data: { email: ivan.email, password: ivan.password },
      headers: { origin: installation.origin },
    });
  const roleNow = async () => (await (await theirs.get("/api/session")).json()).user?.role;
  expect((await signIn()).status()).toBe(200);

  await signInAs("admin");
  await page.goto("/users");
  const row = page.getByRole("listitem").filter({ hasText: ivan.email });
  const choose = (item: string) => chooseFromMenu(page, row.getByRole("button"), item);
  const did = (what: keyof typeof words.users.did, name: string) =>
    expect(page.getByRole("status").getByText(words.users.did[what].replace("{name}", name))).toBeVisible();

  await test.step("another role applies at once", async () => {
    await choose(action.role);
    await page.getByRole("radio", { name: words.shell.role.compliance }).check();
    await page.keyboard.press("Enter");
    await did("role", ivan.name);
    await expect(row).toContainText(words.shell.role.compliance);
    expect(await roleNow()).toBe("compliance");
  });

  await test.step("disabled users are signed out, and not let in", async () => {
    await choose(action.disable);
    await pressOn(page, page.getByRole("button", { name: words.users.confirm.disable.submit }));
    await did("disable", ivan.name);
    await expect(row).toContainText(words.users.state.disabled);
    expect((await theirs.get("/api/session")).status()).toBe(401);
    expect((await signIn()).status()).toBe(401);
  });

  await test.step("enabled users can sign in", async () => {
    await choose(action.enable);
    await pressOn(page, page.getByRole("button", { name: words.users.confirm.enable.submit }));
    await did("enable", ivan.name);
    expect((await signIn()).status()).toBe(200);
  });

  await test.step("an invitation is withdrawn", async () => {
    const invited = page.getByRole("listitem").filter({ hasText: noe.email });
    await chooseFromMenu(page, invited.getByRole("button"), action.withdraw);
    await pressOn(page, page.getByRole("button", { name: words.users.confirm.withdraw.submit }));
    await did("withdraw", noe.name);
    await expect(invited).toHaveCount(0);
  });
});

test("a user changes the password, ends other sessions, renews recovery codes and removes the second factor", async ({
  page,
  apiAs,
  request: elsewhere,
  installation,
  expectedNoise,
}) => {
  expectedNoise.push(/status of 40[0-3]/);
  const { account } = words;
  const { email, password } = await newUser(await apiAs("admin"), "Eva");
  const headers = { origin: installation.origin };
  await page.goto("/login");
  await typePassword(page, email, password);
  await landed(page, "support", words);
  const post = async (path: string, data?: object) => {
    const answer = await page.request.post(path, { headers, ...(data ? { data } : {}) });
    expect(answer.ok(), path).toBe(true);
    return answer.json();
  };
  const { secret } = await post("/api/account/second-factor");
  const code = await previousCode(secret);
  const { recovery_codes: recovery } = await post("/api/account/second-factor/confirmation", { code });
  const did = (what: keyof typeof account.did) =>
    expect(page.getByRole("status").getByText(account.did[what])).toBeVisible();
  await page.goto("/account");

  await test.step("the password", async () => {
    await tabTo(page, page.locator("input[name=current]"));
    await page.keyboard.type(password);
    await page.keyboard.press("Tab");
    await page.keyboard.type(SECOND);
    await tabTo(page, page.locator("input[name=code]"));
    await page.keyboard.type(recovery[0]);
    await page.keyboard.press("Enter");
    await did("password");
  });

  await test.step("other sessions", async () => {
    const data = { email, password: SECOND, code: currentCode(secret) };
    expect((await elsewhere.post("/api/session", { data, headers })).status()).toBe(200);
    await page.reload();
    await pressOn(page, page.getByRole("button", { name: account.sessions.endOthers }));
    await did("sessions");
    expect((await elsewhere.get("/api/session")).status()).toBe(401);
  });

  await test.step("recovery codes", async () => {
    await pressOn(page, page.getByRole("button", { name: account.factor.renew }));
    await expect(page.locator("[role=dialog] ol li")).toHaveCount(10);
    await pressOn(page, page.getByRole("button", { name: account.codes.stored }));
    await did("codes");
  });

  await test.step("no second factor", async () => {
    await pressOn(page, page.getByRole("button", { name: account.factor.remove }));
    await pressOn(page, page.getByRole("button", { name: account.remove.submit, exact: true }));
    await did("factorOff");
    await expect(page.getByRole("button", { name: account.factor.begin })).toBeVisible();
  });
});
