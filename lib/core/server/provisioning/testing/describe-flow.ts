import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, it, vi } from "vitest";
import { examples, scaledTimeout } from "#tools/test/effort.ts";
import { arbitraryCommands, killThroughout, type Model, recover } from "./model.ts";

/** For hundreds of flows, on a busy machine. */
const TIMEOUT_MS = scaledTimeout(600_000);
const RUNS = 5;

/** The tests of a flow's crash model. Each flow has a test file of its own, so that they run in parallel. */
export function describeFlow<Actor>(name: string, start: () => Promise<Model<Actor>>): void {
  describe(name, () => {
    let model: Model<Actor>;
    vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
    // No random delays: full jitter is at its minimum.
    beforeEach(() => vi.spyOn(Math, "random").mockReturnValue(0));
    beforeAll(async () => {
      model = await start();
    });
    afterAll(() => model.end());

    it(
      "random faults, kills and concurrent actions lose no working key or webhook, and leave no leftover",
      { timeout: TIMEOUT_MS },
      () =>
        fc.assert(
          fc.asyncProperty(arbitraryCommands(model), async (commands) => {
            await model.begin();
            await fc.asyncModelRun(() => ({ model: {}, real: model }), commands);
            await recover(model);
          }),
          { numRuns: examples(RUNS), endOnFailure: true },
        ),
    );

    it("killed between any two operations, the flow is completed by the next caller", { timeout: TIMEOUT_MS }, () =>
      killThroughout(model, false),
    );

    it("also after a lost answer to its first POST", { timeout: TIMEOUT_MS }, () => killThroughout(model, true));
  });
}
