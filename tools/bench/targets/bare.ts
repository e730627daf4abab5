import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

/** The minimal work of a receiver: it verifies the signature on the raw bytes and answers. It stores nothing. */
const key = createSecretKey(process.env.BENCH_SECRET ?? "", "utf8");
const ANSWER = JSON.stringify({ ok: true });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const [t = "", v1 = ""] = String(request.headers["svc-signature"]).split(",");
    const expected = createHmac("sha256", key)
      .update(`${t.slice(2)}.`)
      .update(Buffer.concat(chunks))
      .digest();
    const given = Buffer.from(v1.slice(3), "hex");
    const authentic = given.length === expected.length && timingSafeEqual(given, expected);
    response.writeHead(authentic ? 200 : 401, {
      "content-type": "application/json",
      "content-length": ANSWER.length,
    });
    response.end(ANSWER);
  });
});
server.listen(Number(process.env.PORT), "127.0.0.1");
