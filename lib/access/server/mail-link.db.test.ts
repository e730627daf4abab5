import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "#lib/platform/server/base/env.ts";
import { inTransaction } from "#lib/platform/server/db/database.ts";
import { startMailServer } from "#tools/test/mail-server.ts";
import { ownDatabase } from "#tools/test/own-database.ts";
import { makeLink } from "./access-links.ts";
import { mailLink } from "./mail-link.ts";
import { insertUser } from "./users.ts";

const server = await startMailServer();
vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${server.port}`);
vi.stubEnv("MAIL_FROM", "Cotejo <cotejo@empresa.mx>");
env();
const database = await ownDatabase();
afterAll(() => server.close());

beforeEach(() => {
  server.mails.length = 0;
  server.refuse = () => null;
});

const by = { name: "Laura", email: "laura@empresa.mx" };
let people = 0;

async function link(): Promise<{ user_id: string; email: string; token: string }> {
  people += 1;
  return inTransaction(database.pool, async (tx) => {
    const email = `rosa${people}@empresa.mx`;
    const user = await insertUser(tx, { email, name: "Rosa", role: "support", password_hash: null });
    const { url } = await makeLink(tx, user.id, "reset");
    return { user_id: user.id, email, token: url.slice(url.indexOf("#") + 1) };
  });
}

describe("a link for a new password", () => {
  it("is mailed whole, and answers go to the administrator", async () => {
    const { user_id, email, token } = await link();
    const sent = await mailLink({ token, locale: "en", by }, database);
    expect(sent).toEqual({ user_id, mail: { state: "sent", error: null } });
    expect(server.mails).toMatchObject([{ to: [email] }]);
    const source = server.mails[0]?.source.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
    expect(source).toContain(`/reset#${token}`);
    expect(source).toContain("Reply-To: laura@empresa.mx");
    expect(source).toContain("Auto-Submitted: auto-generated");
  });

  it("reports an address that the mail server refuses, and a server that is away", async () => {
    const { token } = await link();
    server.refuse = () => ({ status: 550, text: "5.1.1 unknown" });
    const refused = await mailLink({ token, locale: "en", by }, database);
    expect(refused.mail).toEqual({ state: "refused", error: "recipient_refused" });
    server.refuse = () => ({ status: 451, text: "4.7.1 later" });
    const later = await mailLink({ token, locale: "en", by }, database);
    expect(later.mail).toEqual({ state: "failed", error: "recipient_refused" });
    expect(server.mails).toEqual([]);
  });
});
