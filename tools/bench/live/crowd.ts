import { randomUUID } from "node:crypto";
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { atRate } from "#tools/bench/load/events.ts";
import { readAnswer } from "#tools/bench/load/read-answer.ts";
import { median, percentile, timesOf } from "#tools/bench/measure.ts";
import type { Sender } from "./events.ts";

const READERS = 200;
const THINK_MS = 5_000;
const STREAMS = 50;
const SECONDS = 30;
/** Events that the streams report. */
const EVENTS_A_SECOND = 5;

/** Milliseconds that each of many readers waits for the list, with pauses between reads, open streams and events. */
export async function measureCrowd(
  origin: string,
  sessions: readonly string[],
  send: Sender,
): Promise<{ p50: number; p95: number }> {
  const agent = new Agent({ keepAlive: true });
  const cookieOf = (index: number) => sessions[index % sessions.length] ?? "";
  const streams = Array.from({ length: STREAMS }, (_, index) =>
    get(`${origin}/api/live`, { headers: { cookie: cookieOf(index) } }, (response) => response.resume()).on(
      "error",
      () => undefined,
    ),
  );
  try {
    const times: number[] = [];
    const until = performance.now() + SECONDS * 1_000;
    const readers = Array.from({ length: READERS }, async (_, index) => {
      await delay((index * THINK_MS) / READERS);
      while (performance.now() < until) {
        const read = () => readAnswer(`${origin}/api/verifications`, { cookie: cookieOf(index) }, agent);
        times.push(...(await timesOf(1, read)));
        await delay(THINK_MS);
      }
    });
    await Promise.all([...readers, atRate(EVENTS_A_SECOND, SECONDS, () => send(`ver_${randomUUID()}`))]);
    return { p50: median(times), p95: percentile(times, 0.95) };
  } finally {
    for (const stream of streams) stream.destroy();
    agent.destroy();
  }
}
