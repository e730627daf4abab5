import type { OutageCause } from "#lib/core/contract/verifications/incomplete.ts";
import { type Instant, instantFromMs, instantToMs } from "#lib/platform/contract/time.ts";

/** Waits before the retries of a delivery, cumulative seconds (interface, Limits: Retry schedule); 0 is the delivery. */
const ATTEMPTS_AFTER_SECONDS = [0, 30, 90, 210, 450, 930];
/** Each earlier attempt may have taken this long to fail, which delays the next ones (interface, Limits). */
const RESPONSE_SECONDS = 30;

/**
 * The service delivers nothing to a disabled or deleted webhook, also not later; deliveries received after a restored
 * backup are lost here and count as delivered there.
 */
const isRetried = (cause: OutageCause): boolean => cause !== "webhook" && cause !== "restored";

export type Stretch = { cause: OutageCause; began_at: Instant; ended_at: Instant | null };
export type Span = { from: Instant; to: Instant | null };

/** In milliseconds. */
type Times = { from: number; to: number };

/**
 * For each outage, the times of the first attempts of lost deliveries. A delivery is lost if all its attempts fall into
 * outages: in a single outage those first sent more than 15.5 minutes before its end. With several close outages an
 * attempt may fall into each.
 */
export function lossesOf(outages: readonly Stretch[], now: number): Span[][] {
  const retried = outages.filter(({ cause }) => isRetried(cause)).map((outage) => timesOf(outage, now));
  const lost = ATTEMPTS_AFTER_SECONDS.map((after, attempt) => {
    const [latest, earliest] = [(after + attempt * RESPONSE_SECONDS) * 1000, after * 1000];
    return merged(retried.map(({ from, to }) => ({ from: from - latest, to: to - earliest })));
  }).reduce(intersection);
  return outages.map((outage) => {
    const span = timesOf(outage, now);
    const own = isRetried(outage.cause) ? intersection(lost, [span]) : [span];
    return own.map(({ from, to }, index) => {
      const goesOn = outage.ended_at === null && index === own.length - 1;
      return { from: instantFromMs(from), to: goesOn ? null : instantFromMs(to) };
    });
  });
}

const timesOf = ({ began_at, ended_at }: Stretch, now: number): Times => {
  const from = instantToMs(began_at);
  return { from, to: Math.max(from, ended_at === null ? now : instantToMs(ended_at)) };
};

function merged(spans: readonly Times[]): Times[] {
  const result: Times[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else result.push({ ...span });
  }
  return result;
}

function intersection(some: readonly Times[], others: readonly Times[]): Times[] {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      return from < to ? [{ from, to }] : [];
    }),
  );
}
