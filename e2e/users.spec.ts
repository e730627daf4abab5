import { LOCALES } from "#lib/contract/preferences.ts";
import { codeAt, stepAt } from "#lib/server/access/totp.ts";
import { overview, sound, typePassword } from "./support/accounts.ts";
import { accountOf, expect, test } from "./support/fixtures.ts";
import { chooseFromMenu, pressOn, tabTo } from "./support/keyboard.ts";
import { MESSAGES } from "./support/messages.ts";

/* What becomes of people who are here already, with the keyboard alone. An installation of their own: some are put out. */
test.use({ home: "own" });

const FIRST = "una frase bastante larga";
const SECOND = "otra frase, y más larga";

for (const locale of LOCALES) {
  const words = MESSAGES[locale];
  test.describe(locale, () => {
    test.use({ locale: locale === "en" ? "en-US" : "es-MX" });

    test("an administrator changes a role, ends sessions, disables, enables and withdraws", async ({
      page,
      apiAs,
      browser,
      installation,
      expectedNoise,
    }) => {
      test.slow();
      expectedNoise.push(/status of 40[13]/, /^console info: Clear-Site-Data header/, /net::ERR_ABORTED/);
      const { action } = words.users.list;
      const ivan = { name: `Iván ${locale}`, email: `ivan.${locale.toLowerCase()}@example.mx`, password: FIRST };
      const noe = { name: `Noé ${locale}`, email: `noe.${locale.toLowerCase()}@example.mx`, role: "support" };
      const api = await apiAs("admin");
      expect((await api.post("/api/users", { data: { ...ivan, role: "support" } })).status()).toBe(201);
      expect((await api.post("/api/users", { data: noe })).status()).toBe(201);
      const theirs = await browser.newContext({
        baseURL: installation.origin,
        extraHTTPHeaders: { origin: installation.origin },
      });
      const signIn = () => theirs.request.post("/api/session", { data: { email: ivan.email, password: FIRST } });
      const roleNow = async () => (await (await theirs.request.get("/api/session")).json()).user?.role;
      expect((await signIn()).status()).toBe(200);

      const { email, password } = accountOf(installation, "admin");
      await page.goto("/login");
      await typePassword(page, email, password);
      await overview(page, words);
      await pressOn(page, page.getByRole("link", { name: words.shell.pages.users, exact: true }));
      const row = page.getByRole("listitem").filter({ hasText: ivan.email });
      const choose = (item: string) => chooseFromMenu(page, row.getByRole("button"), item);
      const did = (what: keyof typeof words.users.did, name: string) =>
        expect(page.getByRole("status").getByText(words.users.did[what].replace("{name}", name))).toBeVisible();

      await test.step("another role counts at once", async () => {
        await choose(action.role);
        await tabTo(page, page.getByRole("radio", { name: words.shell.role.support }));
        await sound(page);
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await did("role", ivan.name);
        await expect(row).toContainText(words.shell.role.compliance);
        expect(await roleNow()).toBe("compliance");
      });

      await test.step("their sessions end", async () => {
        await choose(action.sessions);
        await sound(page);
        await pressOn(page, page.getByRole("button", { name: words.users.sessions.endAll }));
        await did("sessions", ivan.name);
        expect((await theirs.request.get("/api/session")).status()).toBe(401);
      });

      await test.step("disabled they are out, and not let in", async () => {
        expect((await signIn()).status()).toBe(200);
        await choose(action.disable);
        await sound(page);
        await pressOn(page, page.getByRole("button", { name: words.users.confirm.disable.submit }));
        await did("disable", ivan.name);
        await expect(row).toContainText(words.users.state.disabled);
        expect((await theirs.request.get("/api/session")).status()).toBe(401);
        expect((await signIn()).status()).toBe(401);
      });

      await test.step("enabled they are", async () => {
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
      await theirs.close();
    });

    test("one changes one's own password, ends other sessions, renews recovery codes and takes the second factor away", async ({
      page,
      apiAs,
      browser,
      installation,
      expectedNoise,
    }) => {
      test.slow();
      expectedNoise.push(/status of 40[0-3]/);
      const { account } = words;
      const person = { email: `eva.${locale.toLowerCase()}@example.mx`, password: FIRST };
      const user = { ...person, name: "Eva", role: "support" };
      expect((await (await apiAs("admin")).post("/api/users", { data: user })).status()).toBe(201);
      const headers = { origin: installation.origin };
      await page.goto("/login");
      await typePassword(page, person.email, FIRST);
      await overview(page, words);
      const post = async (path: string, data?: object) => {
        const answer = await page.request.post(path, { headers, ...(data ? { data } : {}) });
        expect(answer.ok(), path).toBe(true);
        return answer.json();
      };
      const { secret } = await post("/api/account/second-factor");
      await post("/api/account/second-factor/confirmation", { code: codeAt(secret, stepAt(Date.now() / 1000)) });
      const did = (what: keyof typeof account.did) =>
        expect(page.getByRole("status").getByText(account.did[what])).toBeVisible();
      await page.goto("/account");

      await test.step("the password", async () => {
        await tabTo(page, page.locator("input[name=current]"));
        await page.keyboard.type("not this one");
        await page.keyboard.press("Tab");
        await page.keyboard.type(SECOND);
        await page.keyboard.press("Enter");
        await expect(page.getByText(account.problem.PASSWORD_WRONG)).toBeVisible();
        await sound(page);
        await tabTo(page, page.locator("input[name=current]"));
        await page.keyboard.press("ControlOrMeta+a");
        await page.keyboard.type(FIRST);
        await page.keyboard.press("Enter");
        await did("password");
      });

      await test.step("other sessions", async () => {
        const elsewhere = await browser.newContext({ baseURL: installation.origin, extraHTTPHeaders: headers });
        const data = { email: person.email, password: SECOND, code: codeAt(secret, stepAt(Date.now() / 1000) + 1) };
        expect((await elsewhere.request.post("/api/session", { data })).status()).toBe(200);
        await page.reload();
        await pressOn(page, page.getByRole("button", { name: account.sessions.endOthers }));
        await did("sessions");
        expect((await elsewhere.request.get("/api/session")).status()).toBe(401);
        await elsewhere.close();
      });

      await test.step("recovery codes", async () => {
        await pressOn(page, page.getByRole("button", { name: account.factor.renew }));
        await expect(page.locator("dialog[open] ol li")).toHaveCount(10);
        await pressOn(page, page.getByRole("button", { name: account.codes.stored }));
        await did("codes");
      });

      await test.step("no second factor", async () => {
        await pressOn(page, page.getByRole("button", { name: account.factor.remove }));
        await sound(page);
        await pressOn(page, page.getByRole("button", { name: account.remove.submit, exact: true }));
        await did("factorOff");
        await expect(page.getByRole("button", { name: account.factor.begin })).toBeVisible();
      });
    });
  });
}
