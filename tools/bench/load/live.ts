import { randomUUID } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import { z } from "zod";
import { median, percentile } from "#tools/bench/measure.ts";
import { deliverTo, type Subscribed } from "#tools/test/hooks.ts";
import { until } from "#tools/test/until.ts";
import { atRate, eventBody } from "./events.ts";

/** `perSecond` events a second for `seconds`, while a browser's stream of the dashboard is open. */
export type LiveJob = {
  receiver: Subscribed;
  stream: { url: string; cookie: string };
  perSecond: number;
  seconds: number;
};

/** The time from the answer to a delivery until the stream has named its verification. */
export type LiveDelay = { p50Ms: number; p95Ms: number };

const FRAME_TIMEOUT_MS = 10_000;
const messages = z.array(z.object({ verification_id: z.string() }));

/**
 * Each event is about a verification of its own, so that a frame identifies its event. Events are sent at their times even
 * if earlier ones are unanswered. Rejects if an event is refused or its frame does not arrive.
 */
export async function measureLiveDelay({ receiver, stream, perSecond, seconds }: LiveJob): Promise<LiveDelay> {
  const seen = new Map<string, number>();
  const response = await openStream(stream, (verificationId) => {
    if (!seen.has(verificationId)) seen.set(verificationId, performance.now());
  });
  try {
    await proveStream(receiver, seen);
    const acknowledged = await atRate(perSecond, seconds, (index) => deliver(receiver, index));
    const missing = () => acknowledged.filter(({ id }) => !seen.has(id)).length;
    await until(() => missing() === 0, {
      ...{ everyMs: 20, timeoutMs: FRAME_TIMEOUT_MS },
      message: () => `${missing()} of ${acknowledged.length} events never reached the stream`,
    });
    // A frame may overtake the answer.
    const delays = acknowledged.map(({ id, acknowledgedAt }) => Math.max(0, (seen.get(id) ?? 0) - acknowledgedAt));
    return { p50Ms: median(delays), p95Ms: percentile(delays, 0.95) };
  } finally {
    response.destroy();
  }
}

async function deliver(receiver: Subscribed, index: number) {
  const id = `ver_${randomUUID()}`;
  await deliverTo(receiver, eventBody(id, index));
  return { id, acknowledgedAt: performance.now() };
}

/** Waits until the first stream makes its server listen to the database: earlier announcements are lost. */
async function proveStream(receiver: Subscribed, seen: ReadonlyMap<string, number>): Promise<void> {
  const readFirst = async () => {
    if (seen.size === 0) await deliver(receiver, 0);
    return seen.size > 0;
  };
  await until(readFirst, { everyMs: 100, timeoutMs: FRAME_TIMEOUT_MS, message: "no event reaches the stream" });
}

/** Resolves once the stream has sent its hello. */
function openStream(stream: LiveJob["stream"], onChange: (verificationId: string) => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(stream.url, { headers: { cookie: stream.cookie, accept: "text/event-stream" } });
    request.on("error", reject).on("response", (response) => {
      if (response.statusCode !== 200) reject(new Error(`the live stream answered ${response.statusCode}`));
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        const frames = (text + chunk).split("\n\n");
        text = frames.pop() ?? "";
        for (const frame of frames) {
          const [event, data] = frame.split("\ndata: ");
          if (event === "event: hello") resolve(response);
          if (event !== "event: changed" || !data) continue;
          for (const { verification_id } of messages.parse(JSON.parse(data))) onChange(verification_id);
        }
      });
      response.on("error", () => undefined);
    });
  });
}
