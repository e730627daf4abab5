import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "#tools/test/mail-server.ts";
import { CA, TLS } from "#tools/test/tls/certificate.ts";
import { MailError } from "./mail-error.ts";
import { isMailConfigured, sendMail } from "./send.ts";
import { type Mail, sendBySmtp, smtpSettings } from "./smtp.ts";

let server: MailServer;
afterEach(() => server.close());

const MAIL_FROM = "Cumplimiento <cotejo@empresa.mx>";
const environment = (url: string) => ({ SMTP_URL: url, MAIL_FROM, sandbox: false });

const letter: Mail = {
  to: "maria@cliente.mx",
  replyTo: "oficial@empresa.mx",
  subject: "Documentos pendientes de Compañía Ñandú",
  text: "Estimada María:\n\nFalta el acta.\n.\nSaludos",
};

const send = (mail: Partial<Mail> = {}, url = `smtp://127.0.0.1:${server.port}`) =>
  sendMail({ ...letter, ...mail }, { current: environment(url) });

const failure = async (sending: Promise<unknown>): Promise<MailError> => {
  const error = await sending.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(MailError);
  return error as MailError;
};

/** Header fields with their folded lines, and the body. */
function parts(source: string): { fields: string[]; body: string } {
  const [head = "", ...body] = source.split("\r\n\r\n");
  return { fields: head.replace(/\r\n[ \t]+/g, " ").split("\r\n"), body: body.join("\r\n\r\n") };
}

describe("a mail", () => {
  beforeEach(async () => {
    server = await startMailServer();
  });

  it("arrives with the addresses, the answer is returned, and nothing in it tracks", async () => {
    expect(await send({ id: "3f1c", automatic: false })).toEqual({
      status: 250,
      answer: expect.stringMatching(/^250 /),
    });
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: "cotejo@empresa.mx", to: ["maria@cliente.mx"] });
    const { fields } = parts(mail?.source ?? "");
    expect(fields).toEqual(
      expect.arrayContaining([
        "From: Cumplimiento <cotejo@empresa.mx>",
        "To: maria@cliente.mx",
        "Reply-To: oficial@empresa.mx",
        "Message-ID: <3f1c@empresa.mx>",
      ]),
    );
    expect(fields.map((field) => field.split(":")[0]?.toLowerCase()).sort()).toEqual([
      "content-transfer-encoding",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "reply-to",
      "subject",
      "to",
    ]);
  });

  it("says that a program sends it, unless a person has written it", async () => {
    await send();
    await send({ automatic: false });
    const [notice, written] = server.mails.map(({ source }) => parts(source).fields);
    expect(notice).toContain("Auto-Submitted: auto-generated");
    expect(written?.join()).not.toContain("Auto-Submitted");
  });

  it.each(["\r\nBcc: other@example.mx", "\nBcc: other@example.mx\n\nBody", "\u2028Bcc: other@example.mx\0"])(
    "keeps a subject with %j on its line",
    async (text) => {
      await send({ subject: `Hola${text}` });
      const { fields } = parts(server.mails[0]?.source ?? "");
      expect(fields.some((field) => /^bcc/i.test(field))).toBe(false);
      expect(fields.find((field) => field.startsWith("Subject:"))).toMatch(/^Subject: Hola Bcc: other@example\.mx/);
      expect(server.mails[0]?.to).toEqual(["maria@cliente.mx"]);
    },
  );

  it.each(["to", "replyTo"] as const)("does not leave with an injection in %s", async (name) => {
    for (const address of [
      "maria@cliente.mx\r\nBcc: other@example.mx",
      "maria@cliente.mx, other@example.mx",
      "María <maria@cliente.mx>",
      "maria@cliente.mx>\r\nRCPT TO:<other@example.mx",
    ]) {
      expect(await failure(send({ [name]: address }))).toMatchObject({
        code: "address",
        permanent: true,
        status: null,
      });
    }
    expect(server.mails).toEqual([]);
  });

  it("is refused for good where the server knows no such address", async () => {
    server.refuse = (address) => ({ status: 550, text: `5.1.1 <${address}>: unknown` });
    expect(await failure(send())).toMatchObject({
      code: "recipient_refused",
      permanent: true,
      status: 550,
      answer: expect.stringContaining("5.1.1"),
    });
  });

  it("may be sent again after a temporary failure", async () => {
    server.refuse = () => ({ status: 451, text: "4.7.1 greylisted" });
    expect(await failure(send())).toMatchObject({ code: "recipient_refused", permanent: false, status: 451 });
    server.refuse = () => null;
    expect(await send()).toMatchObject({ status: 250 });
    expect(server.mails).toHaveLength(1);
  });

  it("tells a refused text from a refused address", async () => {
    server.refuseText = { status: 554, text: "5.7.1 spam" };
    expect(await failure(send())).toMatchObject({ code: "message_refused", permanent: true, status: 554 });
  });

  it("waits for a server that does not listen", async () => {
    await server.close();
    expect(await failure(send())).toMatchObject({ code: "connection", permanent: false, status: null });
    server = await startMailServer();
  });

  it("does not leave without TLS, other than to this machine", async () => {
    const settings = smtpSettings(environment(`smtp://127.0.0.1:${server.port}`));
    if (!settings) throw new Error("no settings");
    const mail = { ...letter, id: "1", replyTo: undefined, html: undefined, automatic: false };
    await expect(sendBySmtp(mail, { ...settings, tlsRequired: true })).rejects.toMatchObject({ code: "ETLS" });
    expect(server.mails).toEqual([]);
  });
});

describe("a mail over TLS", () => {
  const known = tls.getCACertificates("default");
  afterEach(() => tls.setDefaultCACertificates(known));

  beforeEach(async () => {
    server = await startMailServer({ secure: true, ...TLS });
  });

  it("does not leave for a server whose certificate nobody trusts", async () => {
    const error = await failure(send({}, `smtps://localhost:${server.port}`));
    expect(error).toMatchObject({ code: "tls", permanent: false });
    expect(server.mails).toEqual([]);
  });

  it("does not leave for a server whose certificate is for another name", async () => {
    tls.setDefaultCACertificates([...known, CA]);
    expect(await failure(send({}, `smtps://127.0.0.1:${server.port}`))).toMatchObject({ code: "tls" });
    expect(server.mails).toEqual([]);
  });

  it("arrives where the certificate is trusted", async () => {
    tls.setDefaultCACertificates([...known, CA]);
    expect(await send({}, `smtps://localhost:${server.port}`)).toMatchObject({ status: 250 });
    expect(server.mails).toHaveLength(1);
  });

  it("begins in plain and changes to TLS, where the server offers it", async () => {
    await server.close();
    server = await startMailServer(TLS);
    const settings = smtpSettings(environment(`smtp://localhost:${server.port}`));
    if (!settings) throw new Error("no settings");
    const mail = { ...letter, id: "1", replyTo: undefined, html: undefined, automatic: false };
    const sending = () => sendBySmtp(mail, { ...settings, tlsRequired: true });
    await expect(sending()).rejects.toThrow("certificate");
    tls.setDefaultCACertificates([...known, CA]);
    expect(await sending()).toMatch(/^250 /);
  });
});

describe("a mail server with a password", () => {
  beforeEach(async () => {
    server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, callback) =>
        password === "p@ss:word" ? callback(null, { user: username ?? "" }) : callback(new Error("wrong")),
    });
  });

  it("gets the password decoded", async () => {
    expect(await send({}, `smtp://cotejo:p%40ss%3Aword@127.0.0.1:${server.port}`)).toMatchObject({ status: 250 });
  });

  it("refuses a wrong or missing password, which an admin may correct", async () => {
    for (const user of ["cotejo:other@", ""]) {
      expect(await failure(send({}, `smtp://${user}127.0.0.1:${server.port}`))).toMatchObject({
        code: "sign_in",
        permanent: false,
      });
    }
  });
});

describe("the settings", () => {
  beforeEach(async () => {
    server = await startMailServer();
  });

  it("take the usual ports, and require TLS beyond this machine", () => {
    const of = (url: string) => smtpSettings(environment(url));
    expect(of("smtps://mail.example.mx")).toMatchObject({ port: 465, secure: true, tlsRequired: true });
    expect(of("smtp://mail.example.mx")).toMatchObject({ port: 587, secure: false, tlsRequired: true });
    expect(of("smtp://[::1]:25")).toMatchObject({ host: "::1", port: 25, tlsRequired: false });
    expect(smtpSettings({ SMTP_URL: undefined, MAIL_FROM: undefined })).toBeNull();
  });

  it("are required: without them no mail leaves", async () => {
    const current = { SMTP_URL: undefined, MAIL_FROM: undefined, sandbox: false };
    expect(isMailConfigured(current)).toBe(false);
    expect(await failure(sendMail(letter, { current }))).toMatchObject({ code: "not_configured", permanent: false });
  });
});
