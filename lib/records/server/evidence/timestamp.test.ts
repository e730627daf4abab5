import { createHash, randomBytes, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { addMs, instantFromMs } from "#lib/platform/contract/time.ts";
import { type Authority, startAuthority } from "./testing/authority.ts";
import { isTimestampConfigured, requestTimestamp } from "./timestamp.ts";
import { timestampRequest } from "./timestamp-message.ts";

const sha256 = createHash("sha256").update("a head").digest();
const environment = vi.hoisted(() => ({
  TSA_URL: "" as string | undefined,
  TSA_CA_FILE: [] as X509Certificate[],
  CHANNELS_ALLOW_PRIVATE: "false",
}));
vi.mock("#lib/platform/server/base/env.ts", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  env: () => environment,
}));

let authority: Authority;
beforeAll(async () => {
  authority = await startAuthority();
});
beforeEach(() => {
  environment.TSA_URL = authority.url;
  environment.TSA_CA_FILE = [];
  authority.answerWith();
});
afterAll(() => authority.close());

const stamped = (timeoutMs?: number) => requestTimestamp(sha256, timeoutMs);
const send = (bytes: Buffer) => authority.answerWith((_received, response) => response.end(bytes));

it("is verified by OpenSSL with the certificate of the CA alone", async () => {
  const { response, at } = await stamped();
  expect(await authority.verify(response, sha256)).toContain("Verification: OK");
  await expect(authority.verify(response, createHash("sha256").update("another").digest())).rejects.toThrow();
  const now = instantFromMs(Date.now());
  expect(at > addMs(now, -120_000) && at < addMs(now, 120_000)).toBe(true);
  expect(authority.received.at(-1)?.headers).toMatchObject({ "content-type": "application/timestamp-query" });
  expect(await authority.verify((await requestTimestamp(sha256)).response, sha256)).toContain("OK");
});

it("has another nonce each time", () => {
  const nonces = Array.from({ length: 200 }, () => timestampRequest(sha256).nonce.toString("hex"));
  expect(new Set(nonces).size).toBe(200);
});

it("is refused in an answer to another request", async () => {
  send(await authority.stamp(timestampRequest(sha256).der));
  await expect(stamped()).rejects.toMatchObject({ code: "other_nonce" });
  send(await authority.stamp(timestampRequest(randomBytes(32)).der));
  await expect(stamped()).rejects.toMatchObject({ code: "other_imprint" });
});

it("is refused without a certificate", async () => {
  authority.answerWith(async ({ query }, response) => {
    // `certReq` is the last octet of the request; false, for which DER leaves it out.
    const without = Buffer.concat([query.subarray(0, 1), Buffer.from([(query[1] ?? 0) - 3]), query.subarray(2, -3)]);
    response.end(await authority.stamp(without));
  });
  await expect(stamped()).rejects.toMatchObject({ code: "no_certificate" });
});

it("is refused with another signature, and from another authority than the configured one", async () => {
  environment.TSA_CA_FILE = [new X509Certificate(await readFile(authority.path("ca.pem")))];
  await expect(stamped()).resolves.toMatchObject({ at: expect.any(String) });
  const other = await startAuthority(["rsa:2048"]);
  authority.answerWith(async ({ query }, response) => response.end(await other.stamp(query)));
  await expect(stamped()).rejects.toMatchObject({ code: "other_authority" });
  await other.close();
  environment.TSA_CA_FILE = [];
  authority.answerWith(async ({ query }, response) => {
    const bytes = await authority.stamp(query);
    response.end(bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1));
  });
  await expect(stamped()).rejects.toMatchObject({ code: "wrong_signature" });
});

it("is missing in a refusal of the authority", async () => {
  // An algorithm that the authority does not stamp.
  const sha512 = Buffer.from("608648016503040203", "hex");
  authority.answerWith(async ({ query }, response) => {
    const at = query.indexOf(Buffer.from("608648016503040201", "hex"));
    response.end(await authority.stamp(Buffer.concat([query.subarray(0, at), sha512, query.subarray(at + 9)])));
  });
  await expect(stamped()).rejects.toMatchObject({ code: "rejected" });
});

it("is refused in an answer that is cut, extended or garbled", async () => {
  for (const change of [
    (bytes: Buffer) => bytes.subarray(0, bytes.length - 1),
    (bytes: Buffer) => bytes.subarray(0, 40),
    (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])]),
    () => Buffer.alloc(0),
    () => Buffer.from("<html>an error</html>"),
    () => Buffer.alloc(2_000, Buffer.from([0x30, 0x80])),
    () => Buffer.from("3084ffffffff", "hex"),
  ]) {
    authority.answerWith(async ({ query }, response) => response.end(change(await authority.stamp(query))));
    await expect(stamped()).rejects.toMatchObject({ code: "malformed" });
  }
});

const endless = (response: ServerResponse) => {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(16_384)));
  };
  response.on("drain", more);
  more();
};

it("is refused from an answer that is too large, too slow, redirected or a failure", async () => {
  authority.answerWith((_received, response) => endless(response));
  await expect(stamped()).rejects.toMatchObject({ code: "too_large" });
  authority.answerWith(() => undefined);
  await expect(stamped(50)).rejects.toMatchObject({ code: "timed_out" });
  authority.answerWith((_received, response) => response.write(Buffer.from([0x30])));
  await expect(stamped(500)).rejects.toMatchObject({ code: "timed_out" });
  authority.answerWith((_received, response) => response.writeHead(302, { location: authority.url }).end());
  await expect(stamped()).rejects.toMatchObject({ code: "redirected" });
  authority.answerWith((_received, response) => response.writeHead(503).end());
  await expect(stamped()).rejects.toMatchObject({ code: "not_accepted" });
  environment.TSA_URL = "http://127.0.0.1:1/";
  await expect(stamped()).rejects.toMatchObject({ code: "unreachable" });
});

it("is not requested from a private network, nor without an authority", async () => {
  environment.TSA_URL = "https://10.0.0.7/tsa";
  await expect(stamped()).rejects.toMatchObject({ code: "address_refused" });
  environment.TSA_URL = undefined;
  expect(isTimestampConfigured()).toBe(false);
  await expect(stamped()).rejects.toMatchObject({ code: "not_configured" });
});

it("reads BER with indefinite lengths", async () => {
  // As some authorities encode CMS: the outer sequences are made indefinite here.
  authority.answerWith(async ({ query }, response) => {
    const bytes = await authority.stamp(query);
    const content = bytes.subarray(bytes[1] === 0x82 ? 4 : 3);
    response.end(Buffer.concat([Buffer.from([0x30, 0x80]), content, Buffer.from([0, 0])]));
  });
  expect((await stamped()).response.subarray(0, 2)).toEqual(Buffer.from([0x30, 0x80]));
});
