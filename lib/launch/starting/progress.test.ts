import { beforeEach, expect, it } from "vitest";
import { createProgress, type Progress } from "./progress.ts";

let time: number;
let progress: Progress;
beforeEach(() => {
  time = 0;
  progress = createProgress(["database", "build"], () => time);
});

it("has the seconds of each step: none before its beginning, and no more after its end", async () => {
  const work = Promise.withResolvers<string>();
  time = 5_000;
  const during = progress.during("database", () => work.promise);
  time = 8_400;
  const waiting = { name: "build", state: "waiting", seconds: 0 };
  expect(progress.read()).toEqual([{ name: "database", state: "running", seconds: 3 }, waiting]);
  work.resolve("roles");
  expect(await during).toBe("roles");
  time = 60_000;
  expect(progress.read()).toEqual([{ name: "database", state: "done", seconds: 3 }, waiting]);
});

it("marks a step as failed, and passes its error on", async () => {
  const failing = progress.during("database", () => Promise.reject(new Error("no space")));
  await expect(failing).rejects.toThrow("no space");
  expect(progress.read()[0]).toEqual({ name: "database", state: "failed", seconds: 0 });
});

it("follows the stages that Next prints while the build runs", async () => {
  const work = Promise.withResolvers<void>();
  const during = progress.during("build", () => work.promise);
  const stages = [
    "▲ Next.js 16.4.6 (Turbopack)",
    "  Creating an optimized production build ...",
    "✓ Compiled successfully in 24s",
    "  Collecting page data using 1 worker ...",
    "  Generating static pages using 1 worker (36/147) ",
    "  Finalizing page optimization ...",
    "┌ ƒ /",
  ].map((line) => {
    progress.noteBuild(line);
    return progress.read()[1]?.stage;
  });
  expect(stages).toEqual([undefined, "compile", "compile", "data", "pages", "finish", "finish"]);
  work.resolve();
  await during;
  expect(progress.read()[1]).toEqual({ name: "build", state: "done", seconds: 0 });
});
