/** The clock of a zone at an instant, to the second, in the UTC fields of a `Date`. */
export function wallClock(timeZone: string): (at: Date) => Date {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  });
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part;
    const clock = new Date(0);
    clock.setUTCFullYear(year, month - 1, day);
    clock.setUTCHours(hour, minute, second);
    return clock;
  };
}
