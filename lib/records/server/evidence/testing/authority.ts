import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const CONFIG = `
[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
[signer]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = authority
[authority]
serial = serial
signer_cert = signer.pem
signer_key = signer.key
signer_digest = sha256
certs = ca.pem
default_policy = 1.3.6.1.4.1.54321.1
other_policies = 1.3.6.1.4.1.54321.2
digests = sha256
accuracy = secs:1
`;

type Received = { headers: IncomingHttpHeaders; query: Buffer };
type Answer = (received: Received, response: ServerResponse) => unknown;

/** A time-stamping authority (RFC 3161): OpenSSL's, with a CA of its own, behind a real HTTP server. */
export async function startAuthority(newKey = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]) {
  const folder = await mkdtemp(join(tmpdir(), "cotejo-authority-"));
  const openssl = (...parameters: string[]) => run("openssl", parameters, { cwd: folder });
  await writeFile(join(folder, "openssl.cnf"), CONFIG);
  await writeFile(join(folder, "serial"), "01\n");
  const key = (name: string) => ["-newkey", ...newKey, "-nodes", "-keyout", name];
  const config = ["-config", "openssl.cnf", "-extensions"];
  await openssl("req", "-x509", ...key("ca.key"), "-subj", "/CN=CA", ...config, "ca", "-out", "ca.pem", "-days", "30");
  await openssl(
    "req",
    "-new",
    ...key("signer.key"),
    "-subj",
    "/CN=Authority",
    "-config",
    "openssl.cnf",
    "-out",
    "r.pem",
  );
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "signer.pem", "-days", "30"];
  await openssl("x509", "-req", "-in", "r.pem", ...signed, "-extfile", "openssl.cnf", "-extensions", "signer");

  let count = 0;
  /** The TimeStampResp to a query; OpenSSL numbers the stamps in a file, so that one is made at a time. */
  async function stampNext(query: Buffer): Promise<Buffer> {
    count += 1;
    await writeFile(join(folder, `${count}.tsq`), query);
    const files = ["-queryfile", `${count}.tsq`, "-out", `${count}.tsr`];
    await openssl("ts", "-reply", "-config", "openssl.cnf", ...files);
    return readFile(join(folder, `${count}.tsr`));
  }
  let stamping: Promise<unknown> = Promise.resolve();
  const stamp = (query: Buffer): Promise<Buffer> => {
    const stamped = stamping.then(() => stampNext(query));
    stamping = stamped.catch(() => undefined);
    return stamped;
  };
  const granted: Answer = async ({ query }, response) => {
    response.setHeader("content-type", "application/timestamp-reply").end(await stamp(query));
  };

  const received: Received[] = [];
  let answer = granted;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const one = { headers: request.headers, query: Buffer.concat(pieces) };
    received.push(one);
    await answer(one, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    received,
    stamp,
    openssl,
    /** A file of the authority: `ca.pem`, `signer.pem`, `signer.key`. */
    path: (name: string) => join(folder, name),
    /** Without an argument it grants each request. */
    answerWith: (next: Answer = granted) => {
      answer = next;
    },
    /** OpenSSL's output for a TimeStampResp, by the certificate of the CA alone; rejects if it is not valid. */
    async verify(response: Buffer, sha256: Buffer): Promise<string> {
      await writeFile(join(folder, "verified.tsr"), response);
      const of = ["-in", "verified.tsr", "-digest", sha256.toString("hex"), "-CAfile", "ca.pem"];
      return (await openssl("ts", "-verify", ...of)).stdout;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      await rm(folder, { recursive: true });
    },
  };
}

export type Authority = Awaited<ReturnType<typeof startAuthority>>;
