// A consumer of decision events. Run: CHANNEL_SECRET=… COTEJO_ORIGIN=https://… COTEJO_TOKEN=… node decisions.mjs
// It needs only Node 20 or newer. Run it behind a proxy with HTTPS.
import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { access, link, open, readFile, rename, unlink } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

const { CHANNEL_SECRET, COTEJO_ORIGIN, COTEJO_TOKEN } = process.env;
if (!CHANNEL_SECRET || !COTEJO_ORIGIN || !COTEJO_TOKEN) {
  throw new Error("set CHANNEL_SECRET, COTEJO_ORIGIN and COTEJO_TOKEN");
}
const FOLDER = process.env.DECISIONS_DIR ?? "decisions";
const EVENTS = join(FOLDER, "events");
const ACTED = join(FOLDER, "acted");
const AGAIN_MS = Number(process.env.AGAIN_SECONDS ?? 60) * 1000;
const TOLERANCE_SECONDS = 5 * 60;
const MAX_BYTES = 64 * 1024;
for (const folder of [EVENTS, ACTED]) mkdirSync(folder, { recursive: true });

/** Whether the header has a signature of the body: HMAC-SHA256 of `<t>.<raw body>`, compared in constant time. */
function verify(header, body) {
  const parts = (header ?? "").split(",").map((part) => part.split("="));
  const t = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(t) || Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", CHANNEL_SECRET.trim()).update(`${t}.`).update(body).digest();
  return parts
    .filter(([name, value]) => name === "v1" && /^[0-9a-f]{64}$/.test(value))
    .some(([, value]) => timingSafeEqual(Buffer.from(value, "hex"), expected));
}

async function writeDraft(text) {
  const draft = join(FOLDER, randomUUID());
  const file = await open(draft, "w");
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

/** The last events that may need an action, by the path of their file, with the time of the next attempt. */
const waiting = new Map();

const pathOf = ({ verification_id }) =>
  join(EVENTS, `${createHash("sha256").update(verification_id).digest("hex")}.json`);

/** Events come in any order, and more than once: the event with the greatest sequence is the state. */
async function keep(event) {
  const path = pathOf(event.data);
  const known = await readFile(path, "utf8").then(JSON.parse, () => null);
  if (known && known.data.sequence >= event.data.sequence) return;
  await rename(await writeDraft(JSON.stringify(event)), path);
  waiting.set(path, { event, due: 0 });
  wake();
}

let last = Promise.resolve();
/** One event at a time: reading and replacing a file must not overlap. */
const inTurn = (work) => {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
};

const isDecision = ({ data }) =>
  typeof data?.verification_id === "string" &&
  /^dec_\d+_\d+$/.test(data.decision_id) &&
  Number.isSafeInteger(data.sequence);

async function receive(request) {
  if (request.method !== "POST") return 405;
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) return 413;
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!verify(request.headers["cotejo-signature"], body)) return 400;
  const event = JSON.parse(body.toString("utf8"));
  // A channel also carries tests, and alerts if they are chosen.
  if (!event.kind.startsWith("review.")) return 204;
  if (!isDecision(event)) return 400;
  await inTurn(() => keep(event));
  return 204;
}

/** Facts may have changed since the event: act only on the current answer. */
async function check(decision_id) {
  const response = await fetch(`${COTEJO_ORIGIN}/api/decisions/${decision_id}`, {
    headers: { authorization: `Bearer ${COTEJO_TOKEN}` },
    signal: AbortSignal.timeout(10_000),
  });
  // The decision was lost by a restore, or its file was erased or blocked.
  if (response.status === 404 || response.status === 410) return "gone";
  if (!response.ok) throw new Error(`the check was answered ${response.status}`);
  const { standing, checked_at } = await response.json();
  // With `checked_at` the answer does not include the newest facts that Cotejo has received.
  return checked_at === undefined ? standing : "unknown";
}

/** True when nothing is left to do. For the other kinds, undo an earlier action here if your system needs this. */
async function handle({ kind, data }) {
  if (kind !== "review.decided" && kind !== "review.approved") return true;
  const acted = join(ACTED, `${data.decision_id}.json`);
  if (
    await access(acted).then(
      () => true,
      () => false,
    )
  )
    return true;
  const standing = await check(data.decision_id);
  if (standing !== "valid") return standing === "gone";
  await act(acted, data);
  return true;
}

/** The action: a file that only one attempt can create. Give `decision_id` to your own system as the key of the action. */
async function act(acted, data) {
  const draft = await writeDraft(JSON.stringify(data));
  await link(draft, acted).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  await unlink(draft);
}

let wake = () => undefined;

async function work() {
  while (true) {
    const woken = new Promise((resolve) => {
      wake = resolve;
    });
    for (const [path, entry] of [...waiting]) {
      if (entry.due > Date.now()) continue;
      const isDone = await handle(entry.event).catch(() => false);
      // A later event may have come meanwhile.
      if (isDone && waiting.get(path) === entry) waiting.delete(path);
      entry.due = Date.now() + AGAIN_MS;
    }
    const timer = setTimeout(wake, AGAIN_MS);
    await woken;
    clearTimeout(timer);
  }
}

for (const name of readdirSync(EVENTS)) {
  const path = join(EVENTS, name);
  waiting.set(path, { event: JSON.parse(readFileSync(path, "utf8")), due: 0 });
}
const server = createServer(async (request, response) => {
  // An event that could not be stored is not acknowledged: Cotejo sends it again.
  response.writeHead(await receive(request).catch(() => 503)).end();
});
server.listen(Number(process.env.PORT ?? 8081), process.env.HOST ?? "127.0.0.1", () => {
  process.stdout.write(`receiving on port ${server.address().port}\n`);
  void work();
});
