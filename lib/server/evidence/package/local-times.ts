const MINUTE = 60_000;
const DAY = 86_400_000;

/** The offset of a zone from UTC at a time, in minutes. */
function minutesAhead(ms: number, zone: Intl.DateTimeFormat): number {
  const parts = Object.fromEntries(zone.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - ms) / MINUTE);
}

/**
 * A zone's offsets from UTC between two times, each with its first minute: a package's page formats times by these offsets
 * alone, so that the text is the same on every machine.
 */
export function offsetsOf(time_zone: string, from: number, to: number): [string, number][] {
  const digits = "2-digit";
  const zone = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    ...{ timeZone: time_zone, hourCycle: "h23" },
    ...{ year: "numeric", month: digits, day: digits, hour: digits, minute: digits, second: digits },
  });
  const at = (ms: number) => minutesAhead(ms, zone);
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
