import { Agent, request } from "node:http";
import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Call, Target } from "./targets.ts";

export const GENUINE_EVERY_MS = 20;

/** Sends genuine requests at their times, whether or not those before were answered. Milliseconds. */
export async function sendGenuine(
  { port, genuine, refused }: Target,
  ms: number,
): Promise<{ p99: number; refused: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const times = createHistogram({ lowest: 1, highest: 120_000_000, figures: 3 });
  let bad = 0;
  const one = async () => {
    const began = performance.now();
    const status = await call(port, genuine(), agent).catch(() => 0);
    times.record(Math.max(1, Math.round((performance.now() - began) * 1_000)));
    if (status === 0 || refused(status)) bad += 1;
  };
  const began = performance.now();
  const all: Promise<void>[] = [];
  for (let index = 0; performance.now() - began < ms; index++) {
    all.push(one());
    await delay(Math.max(0, began + (index + 1) * GENUINE_EVERY_MS - performance.now()));
  }
  await Promise.all(all);
  agent.destroy();
  return { p99: times.percentile(99) / 1_000, refused: bad };
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
