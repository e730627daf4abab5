import { randomBytes } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { deflateSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { streamedBody } from "#lib/platform/server/base/streamed-body.ts";
import { type FetchedPdf, fetchPdf, MAX_PDF_BYTES } from "./fetch-pdf.ts";
import { part } from "./whole.ts";

let server: Server;
let origin: string;
let reply: (response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((_request, response) => reply(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const PDF = Buffer.from("%PDF-1.7\n…\n%%EOF\n");
const pdf =
  (body: Buffer | string, headers: Record<string, string | number> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "application/pdf", ...headers }).end(body);
const TIMEOUT_MS = 5_000;
const fetched = () =>
  fetchPdf(`${origin}/a.pdf?Expires=1&Signature=secret`, { loopbackOrigin: origin, timeoutMs: TIMEOUT_MS });
/** Fakes the timers of the fetch, so that a busy machine does not decide whether an answer is in time. */
const holdTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
const read = async (bytes: AsyncIterable<Buffer>) => {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
};

it("gives all bytes and says how many there are", async () => {
  reply = pdf(PDF, { "content-length": PDF.length });
  const { size, bytes } = await fetched();
  expect(size).toBe(PDF.length);
  expect(await read(bytes)).toEqual(PDF);
});

it("has no size if the server states none, and accepts a beginning in pieces", async () => {
  reply = async (response) => {
    response.writeHead(200, { "content-type": "Application/PDF; charset=binary" });
    for (const byte of PDF) {
      response.write(Buffer.of(byte));
      await wait(1);
    }
    response.end();
  };
  const { size, bytes } = await fetched();
  expect(size).toBeNull();
  expect(await read(bytes)).toEqual(PDF);
});

describe("accepts a PDF as viewers do", () => {
  const typed = (type: string | undefined) => (response: ServerResponse) =>
    response.writeHead(200, type === undefined ? {} : { "content-type": type }).end(PDF);

  it.each([
    undefined,
    "",
    "binary/octet-stream",
    "application/octet-stream",
    "application/x-pdf",
    "text/plain",
    "text/html",
  ])("with any content type: %s", async (type) => {
    reply = typed(type);
    const { size, bytes } = await fetched();
    expect([size, await read(bytes)]).toEqual([null, PDF]);
  });

  it.each([1, 4, 100, 1_024 - 5])("behind %i bytes of other data, which are kept", async (count) => {
    const file = Buffer.concat([Buffer.alloc(count, "\r\n"), PDF]);
    reply = pdf(file, { "content-length": file.length });
    const { size, bytes } = await fetched();
    expect([size, await read(bytes)]).toEqual([file.length, file]);
  });

  const large = Buffer.concat([PDF, randomBytes(1024 * 1024)]);
  const zipped = gzipSync(large);
  const halves = Buffer.concat([gzipSync(large.subarray(0, 99)), gzipSync(large.subarray(99))]);

  it.each<[string, Buffer, Record<string, string | number>]>([
    ["that says so", zipped, { "content-encoding": "gzip", "content-length": zipped.length }],
    ["that says so in the old way", zipped, { "content-encoding": "x-gzip" }],
    ["that does not say so", zipped, { "content-length": zipped.length }],
    ["in several parts", halves, { "content-encoding": "gzip" }],
    ["that is none", large, { "content-encoding": "gzip" }],
  ])("out of gzip %s", async (_what, body, headers) => {
    reply = pdf(body, headers);
    const { size, bytes } = await fetched();
    expect(size).toBeNull();
    expect(await read(bytes)).toEqual(large);
  });

  it("out of gzip that arrives byte by byte", async () => {
    reply = async (response) => {
      response.writeHead(200);
      for (const byte of gzipSync(PDF)) {
        response.write(Buffer.of(byte));
        await wait(1);
      }
      response.end();
    };
    expect(await read((await fetched()).bytes)).toEqual(PDF);
  });
});

describe("refuses", () => {
  it.each<[string, (response: ServerResponse) => void, string]>([
    ["what does not begin like one", pdf("<html>"), "FILE_NOT_PDF"],
    ["an empty file", pdf(""), "FILE_NOT_PDF"],
    ["what begins like one too late", pdf(Buffer.concat([Buffer.alloc(1_020), PDF])), "FILE_NOT_PDF"],
    ["a page that calls itself a PDF", pdf("<html>%PD F-1.7".repeat(200)), "FILE_NOT_PDF"],
    ["an encoding that is not unpacked", pdf(deflateSync(PDF), { "content-encoding": "deflate" }), "FILE_NOT_PDF"],
    ["another file in gzip", pdf(gzipSync("<html>")), "FILE_NOT_PDF"],
    ["an empty file in gzip", pdf(gzipSync("")), "FILE_NOT_PDF"],
    ["what begins like gzip and is none", pdf(Buffer.from([0x1f, 0x8b, 1, 2, 3])), "FILE_UNREACHABLE"],
    ["an address that has expired", (response) => response.writeHead(403).end(), "FILE_REFUSED"],
    ["a failing server", (response) => response.writeHead(500).end(), "FILE_UNREACHABLE"],
    [
      "a redirect",
      (response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
      "FILE_REDIRECTED",
    ],
    ["a file that is said to be too large", pdf(PDF, { "content-length": MAX_PDF_BYTES + 1 }), "FILE_TOO_LARGE"],
    ["a server that hangs up", (response) => response.destroy(), "FILE_UNREACHABLE"],
  ])("%s", async (_name, answer, code) => {
    reply = answer;
    const failure = await fetched().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect(String(failure)).not.toMatch(/127\.0\.0\.1|secret|169\.254/);
  });

  it("a missing answer, and closes the connection", async () => {
    holdTime();
    const [arrived, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    reply = (response) => {
      response.on("close", closed.resolve);
      arrived.resolve();
    };
    const refusal = expect(fetched()).rejects.toMatchObject({ code: "FILE_TIMEOUT" });
    await arrived.promise;
    vi.advanceTimersByTime(TIMEOUT_MS);
    await refusal;
    await closed.promise;
  });

  it.each([
    ["plain http", "http://example.com/a.pdf"],
    ["another port of this machine", "http://127.0.0.1:1/a.pdf"],
    ["the cloud's own address", "https://169.254.169.254/latest/meta-data"],
    ["a private IPv6 address", "https://[fd00::1]/a.pdf"],
    ["a name of this machine", "https://localhost/a.pdf"],
    ["a file", "file:///etc/passwd"],
    ["a user in the address", "https://me:secret@example.com/a.pdf"],
    ["an IPv4 address in disguise", "https://0x7f000001/a.pdf"],
    ["no address at all", "nonsense"],
  ])("%s", async (_name, address) => {
    await expect(fetchPdf(address, { loopbackOrigin: origin })).rejects.toMatchObject({ code: "FILE_ADDRESS_REFUSED" });
  });
});

describe("fails while it is read", () => {
  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      "when it breaks off",
      (response) => void pdfBegins(response, 1_000).write("half", () => response.destroy()),
      "FILE_UNREACHABLE",
    ],
    [
      "when it breaks off within gzip",
      pdf(gzipSync(Buffer.concat([PDF, randomBytes(99_999)])).subarray(0, 50_000)),
      "FILE_UNREACHABLE",
    ],
    [
      "when it grows too large out of gzip",
      pdf(gzipSync(Buffer.concat([PDF, Buffer.alloc(MAX_PDF_BYTES)]))),
      "FILE_TOO_LARGE",
    ],
    [
      "when it grows too large",
      (response) => void pdfBegins(response).end(Buffer.alloc(MAX_PDF_BYTES)),
      "FILE_TOO_LARGE",
    ],
  ])("%s", async (_name, answer, code) => {
    reply = answer;
    const { bytes } = await fetched();
    await expect(read(bytes)).rejects.toMatchObject({ code });
  });

  it("when it stops sending", async () => {
    holdTime();
    reply = (response) => void pdfBegins(response, 1_000);
    const { bytes } = await fetched();
    const failure = expect(read(bytes)).rejects.toMatchObject({ code: "FILE_TIMEOUT" });
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await failure;
  });
});

it("fails on a slow drip, but waits for a slow reader", async () => {
  reply = async (response) => {
    pdfBegins(response);
    for (let piece = 0; piece < 20 && !response.destroyed; piece += 1) {
      response.write("a drop");
      await wait(30);
    }
    response.end();
  };
  const { bytes } = await fetchPdf(`${origin}/a.pdf`, { loopbackOrigin: origin, deadlineMs: 200 });
  await expect(read(bytes)).rejects.toMatchObject({ code: "FILE_TIMEOUT" });

  reply = pdf(Buffer.concat([PDF, Buffer.alloc(300_000)]));
  holdTime();
  const slow = await fetchPdf(`${origin}/a.pdf`, { loopbackOrigin: origin, deadlineMs: 500 });
  let size = 0;
  for await (const piece of slow.bytes) {
    size += piece.length;
    vi.advanceTimersByTime(1_000);
  }
  expect(size).toBe(PDF.length + 300_000);
});

function pdfBegins(response: ServerResponse, length?: number): ServerResponse {
  response.writeHead(200, { "content-type": "application/pdf", ...(length ? { "content-length": length } : {}) });
  response.write("%PDF-1.7\n");
  return response;
}

it("is read at its reader's pace, and closes the connection when the reader leaves", async () => {
  const piece = Buffer.alloc(64 * 1024);
  let sent = 0;
  const closed = Promise.withResolvers<void>();
  reply = async (response) => {
    response.on("close", closed.resolve);
    pdfBegins(response);
    while (sent < MAX_PDF_BYTES && !response.destroyed) {
      sent += piece.length;
      if (!response.write(piece)) await new Promise((resolve) => response.once("drain", resolve));
    }
  };
  const { bytes, close } = await fetched();
  await bytes.next();
  let before = -1;
  await vi.waitFor(
    async () => {
      const same = sent === before;
      before = sent;
      expect(same).toBe(true);
    },
    { interval: 200, timeout: 60_000 },
  );
  // The buffers of sockets, not the file.
  expect(sent).toBeLessThan(MAX_PDF_BYTES / 2);
  close();
  await closed.promise;
});

it("closes the connection when no byte is requested, or when its reader leaves before the first", async () => {
  for (const leave of [
    async ({ close }: FetchedPdf) => close(),
    ({ bytes, close }: FetchedPdf) => streamedBody(part(bytes, { first: 0, last: 9 }), close).cancel(),
  ]) {
    const closed = Promise.withResolvers<void>();
    reply = (response) => {
      response.on("close", closed.resolve);
      pdfBegins(response);
    };
    await leave(await fetched());
    await closed.promise;
  }
});

it("closes the connection of a gzip file at any time, without an unhandled failure", async () => {
  const file = gzipSync(Buffer.concat([PDF, randomBytes(8 * 1024 * 1024)]));
  for (const taken of [0, 1, 3]) {
    const closed = Promise.withResolvers<void>();
    reply = (response) => {
      response.on("close", closed.resolve);
      response.writeHead(200).write(file);
    };
    const { bytes, close } = await fetched();
    for (let count = 0; count < taken; count += 1) await bytes.next();
    close();
    await closed.promise;
    if (taken > 0) await expect(read(bytes)).rejects.toMatchObject({ code: "FILE_UNREACHABLE" });
    await wait(20);
  }
});
