import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, it, vi } from "vitest";
import { examples, patience } from "#test/effort.ts";
import { keyReplacementModel } from "./testing/key-replacement-model.ts";
import { arbitraryCommands, killEverywhere, type Model, recover } from "./testing/model.ts";
import { ownWebhookModel } from "./testing/own-webhook-model.ts";
import { rotationModel } from "./testing/rotation-model.ts";
import { webhookReplacementModel } from "./testing/webhook-replacement-model.ts";

/** For hundreds of flows, on a machine that has other work. */
const PATIENCE_MS = patience(600_000);

// biome-ignore lint/suspicious/noExplicitAny: each model is given back only what it made itself
type AnyModel = Model<any>;

const FLOWS: [string, () => Promise<AnyModel>, number][] = [
  ["the rotation of the dashboard's own key", rotationModel, 8],
  ["the replacement of a key that is used elsewhere", keyReplacementModel, 8],
  ["the replacement of a webhook's secret", () => webhookReplacementModel(false), 8],
  ["the replacement of the dashboard's own webhook's secret", () => webhookReplacementModel(true), 8],
  ["the dashboard's own webhook", ownWebhookModel, 8],
];

type Outcomes = { model: Promise<AnyModel>; chaos: Promise<void>; kills: Promise<void>; killsAfterLoss: Promise<void> };
let outcomes: Outcomes[];

vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
// Nothing waits for its own sake: full jitter is at its least.
beforeEach(() => vi.spyOn(Math, "random").mockReturnValue(0));

// All at once: each has a service and a database of its own, and mostly waits for them.
beforeAll(() => {
  outcomes = FLOWS.map(([, start, runs]) => {
    const model = start();
    const chaos = model.then((started) => meetAnything(started, runs));
    const kills = chaos.catch(() => undefined).then(async () => killEverywhere(await model, false));
    const killsAfterLoss = kills.catch(() => undefined).then(async () => killEverywhere(await model, true));
    void killsAfterLoss.catch(() => undefined);
    return { model, chaos, kills, killsAfterLoss };
  });
});
afterAll(() =>
  Promise.all(
    outcomes.map(async ({ model, killsAfterLoss }) => {
      await killsAfterLoss.catch(() => undefined);
      await (await model).end();
    }),
  ),
);

describe.each(FLOWS.map(([name], index) => [name, index] as const))("%s", (_, index) => {
  const outcome = () => outcomes[index] as Outcomes;
  it(
    "any faults, any kills, two at once: nothing that works is lost, and in the end nothing is left over",
    () => outcome().chaos,
    PATIENCE_MS,
  );
  it("killed between any two operations, it is ended by whoever comes next", () => outcome().kills, PATIENCE_MS);
  it("also where the answer to its POST is lost", () => outcome().killsAfterLoss, PATIENCE_MS);
});

const meetAnything = (model: AnyModel, runs: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(arbitraryCommands(model), async (commands) => {
      await model.begin();
      await fc.asyncModelRun(() => ({ model: {}, real: model }), commands);
      await recover(model);
    }),
    { numRuns: examples(runs), endOnFailure: true },
  );
