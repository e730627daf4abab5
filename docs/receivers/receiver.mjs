// A receiver of webhook deliveries. Run: WEBHOOK_SECRET=… node receiver.mjs
// It needs only Node 20 or newer. Run it behind a proxy with HTTPS.
import { createHmac, timingSafeEqual } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

const SECRET = process.env.WEBHOOK_SECRET?.trim();
if (!SECRET) throw new Error("set WEBHOOK_SECRET");
const FOLDER = process.env.DELIVERIES_DIR ?? "deliveries";
const TOLERANCE_SECONDS = 5 * 60;
const MAX_BYTES = 1024 * 1024;
mkdirSync(FOLDER, { recursive: true });

/** The signature that matches, or null: HMAC-SHA256 of `<t>.<raw body>`, compared in constant time. */
function verify(header, body) {
  const parts = (header ?? "").split(",").map((part) => part.split("="));
  const t = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(t) || Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE_SECONDS) return null;
  const expected = createHmac("sha256", SECRET).update(`${t}.`).update(body).digest();
  const given = parts
    .filter(([name, value]) => name === "v1" && /^[0-9a-f]{64}$/.test(value))
    .map(([, value]) => value);
  return given.find((signature) => timingSafeEqual(Buffer.from(signature, "hex"), expected)) ?? null;
}

/** Stores a delivery on disk before the answer. A copy has the same signature, so it replaces the file by an equal file. */
async function store(signature, body) {
  const path = join(FOLDER, `${signature}.json`);
  const draft = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  const file = await open(draft, "w");
  try {
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

async function receive(request) {
  if (request.method !== "POST") return 405;
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) return 413;
    chunks.push(chunk);
  }
  // The raw bytes: no code may parse them before the signature is verified.
  const body = Buffer.concat(chunks);
  const signature = verify(request.headers["svc-signature"], body);
  if (signature === null) return 400;
  await store(signature, body);
  // The delivery is stored: acknowledge it now, and process the folder afterwards.
  return 204;
}

const server = createServer(async (request, response) => {
  // A delivery that could not be stored is not acknowledged: the service sends it again.
  response.writeHead(await receive(request).catch(() => 503)).end();
});
server.listen(Number(process.env.PORT ?? 8080), process.env.HOST ?? "127.0.0.1", () => {
  process.stdout.write(`receiving on port ${server.address().port}\n`);
});
