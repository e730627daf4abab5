import { createHash, X509Certificate } from "node:crypto";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { der, readDer, TAG } from "./der.ts";
import { type Authority, startAuthority } from "./testing/authority.ts";
import { readResponse, timestampRequest } from "./timestamp-message.ts";
import { checkSignature } from "./timestamp-signature.ts";

const sha256 = createHash("sha256").update("a head").digest();
const asked = { sha256, nonce: null };

describe.each([
  ["P-256", ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]],
  ["RSA", ["rsa:2048"]],
])("an authority with keys of %s", (kind, newKey) => {
  let authority: Authority;
  let answer: Buffer;
  let trusted: (name: string) => Promise<X509Certificate[]>;
  beforeAll(async () => {
    authority = await startAuthority(newKey);
    answer = await authority.stamp(timestampRequest(sha256).der);
    trusted = async (name) => [new X509Certificate(await readFile(authority.path(name)))];
  });
  afterAll(() => authority.close());

  function check(response: Buffer, certificates: X509Certificate[] = []) {
    const { signed, at } = readResponse(response, asked);
    return checkSignature(signed, at, certificates);
  }
  const info = () => readResponse(answer, asked).signed.info;
  const flipped = (bytes: Buffer, at: number) => Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ 1));

  /** An answer with this TSTInfo, signed by OpenSSL's CMS. */
  async function signed(content: Buffer, { by = "signer", options = [] as string[] } = {}): Promise<Buffer> {
    await writeFile(authority.path("info.der"), content);
    const type = ["-econtent_type", "1.2.840.113549.1.9.16.1.4", "-nodetach", "-binary", "-cades", "-outform", "DER"];
    const files = ["-in", "info.der", "-out", "signed.der", "-signer", `${by}.pem`, "-inkey", `${by}.key`];
    await authority.openssl("cms", "-sign", ...type, ...files, ...options);
    const token = await readFile(authority.path("signed.der"));
    return der(TAG.sequence, der(TAG.sequence, der(TAG.integer, Buffer.from([0]))), token);
  }

  it("is recognised by its CA, by its own certificate, and without either by the certificate that it sends", async () => {
    expect(check(answer)).toBe("carried");
    expect(check(answer, await trusted("ca.pem"))).toBe("authority");
    expect(check(answer, await trusted("signer.pem"))).toBe("authority");
  });

  it("is another authority for the certificates of a second one", async () => {
    const other = await startAuthority(newKey);
    const certificate = new X509Certificate(await readFile(other.path("ca.pem")));
    expect(check(answer, [certificate])).toBe("other_authority");
    expect(check(answer, [certificate, ...(await trusted("ca.pem"))])).toBe("authority");
    // The second CA has the same name, so that only its signature tells it from the first.
    expect(certificate.subject).toBe((await trusted("ca.pem"))[0]?.subject);
    await other.close();
  });

  it("has not signed an answer whose signature, content or attributes were altered", () => {
    expect(check(flipped(answer, answer.length - 1))).toBe("wrong_signature");
    const start = answer.indexOf(info());
    // The last digits of the time, which stands before the accuracy and the nonce.
    const time = answer.indexOf("Z", start, "latin1");
    expect(check(flipped(answer, time - 1))).toBe("wrong_signature");
    const messageDigest = answer.indexOf(createHash("sha256").update(info()).digest());
    expect(check(flipped(answer, messageDigest))).toBe("wrong_signature");
  });

  it("signs by CMS alone too, in any supported form", async () => {
    expect(check(await signed(info()), await trusted("signer.pem"))).toBe("authority");
    expect(check(await signed(info(), { options: ["-md", "sha512"] }))).toBe("carried");
    if (kind === "RSA")
      expect(check(await signed(info(), { options: ["-keyopt", "rsa_padding_mode:pss"] }))).toBe("carried");
  });

  it("signs nothing by a certificate for other purposes, or outside its validity", async () => {
    const request = ["req", "-x509", ...["-key", "signer.key", "-subj", "/CN=Authority", "-config", "openssl.cnf"]];
    await authority.openssl(...request, "-addext", "extendedKeyUsage=codeSigning", "-out", "code.pem");
    await authority.openssl(...request, "-addext", "extendedKeyUsage=timeStamping", "-out", "stamping.pem");
    await copyFile(authority.path("signer.key"), authority.path("code.key"));
    await copyFile(authority.path("signer.key"), authority.path("stamping.key"));
    // The certificates are younger than the first answer.
    const { info: later } = readResponse(await authority.stamp(timestampRequest(sha256).der), asked).signed;
    expect(check(await signed(later, { by: "stamping" }))).toBe("carried");
    expect(check(await signed(later, { by: "code" }))).toBe("wrong_signature");
    const early = readDer(later).children.map(({ tag, bytes }) =>
      der(tag, tag === TAG.generalizedTime ? Buffer.from("20010101000000Z") : bytes),
    );
    expect(check(await signed(der(TAG.sequence, ...early)))).toBe("wrong_signature");
  });
});
