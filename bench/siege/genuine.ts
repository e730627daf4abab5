import { Agent, request } from "node:http";
import { atRate } from "#bench/load/events.ts";
import { percentile } from "#bench/measure.ts";
import type { Call, Target } from "./targets.ts";

export const GENUINE_EVERY_MS = 20;

/** Sends genuine requests at their times, whether or not those before were answered. Milliseconds. */
export async function sendGenuine(
  { port, genuine, refused }: Target,
  ms: number,
): Promise<{ p99: number; refused: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const times: number[] = [];
  let bad = 0;
  await atRate(1_000 / GENUINE_EVERY_MS, ms / 1_000, async () => {
    const began = performance.now();
    const status = await call(port, genuine(), agent).catch(() => 0);
    times.push(performance.now() - began);
    if (status === 0 || refused(status)) bad += 1;
  });
  agent.destroy();
  return { p99: percentile(times, 0.99), refused: bad };
}

function call(port: number, { path, method, headers, body }: Call, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request({ port, host: "127.0.0.1", path, method, headers, agent, timeout: 30_000 }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    sending.once("error", reject).once("timeout", () => sending.destroy(new Error("no answer")));
    sending.end(body);
  });
}
