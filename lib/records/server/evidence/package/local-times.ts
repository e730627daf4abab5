import { offsetAt } from "#lib/platform/contract/working-time.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * A zone's offsets from UTC between two times, each with its first minute: a package's page formats times by these offsets
 * alone, so that the text is the same on every machine.
 */
export function offsetsOf(time_zone: string, from: number, to: number): [string, number][] {
  const at = (ms: number) => Math.round(offsetAt(ms, time_zone) / MINUTE);
  const begin = Math.floor(from / MINUTE) * MINUTE;
  const offsets: [string, number][] = [[new Date(begin).toISOString(), at(begin)]];
  for (let day = begin; day < to; day += DAY) {
    let [before, after] = [day, day + DAY];
    if (at(before) === at(after)) continue;
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / MINUTE / 2) * MINUTE;
      if (at(middle) === at(before)) before = middle;
      else after = middle;
    }
    offsets.push([new Date(after).toISOString(), at(after)]);
  }
  return offsets;
}
