import { describe, expect, it } from "vitest";
import { endsFrom, phaseAt, reportPause, secondsLeft } from "./session-watch.tsx";

const NOW = 1_000_000;
const ends = endsFrom({ idle_in: 900, idle_limit: 900, ends_in: 28_800 }, NOW);
const at = (seconds: number) => NOW + seconds * 1000;

describe("a session of a quarter of an hour", () => {
  it.each([
    [0, "fine"],
    [779, "fine"],
    [780, "idle"],
    [899, "idle"],
    [900, "over"],
    [5000, "over"],
  ])("after %i s is %s", (seconds, phase) => expect(phaseAt(ends, at(seconds))).toBe(phase));

  it("shows the remaining time, rounded up", () => {
    expect(secondsLeft(ends, at(780))).toBe(120);
    expect(secondsLeft(ends, at(899.5))).toBe(1);
    expect(secondsLeft(ends, at(901))).toBe(0);
  });
});

it("names the nearer end", () => {
  const late = endsFrom({ idle_in: 900, idle_limit: 900, ends_in: 60 }, NOW);
  expect(phaseAt(late, at(0))).toBe("absolute");
  expect(phaseAt(late, at(60))).toBe("over");
});

it("warns and checks more often if sessions are short", () => {
  const short = endsFrom({ idle_in: 12, idle_limit: 12, ends_in: 28_800 }, NOW);
  expect([phaseAt(short, at(7)), phaseAt(short, at(8))]).toEqual(["fine", "idle"]);
  expect(reportPause(short)).toBe(3000);
  expect(reportPause(ends)).toBe(60_000);
});
